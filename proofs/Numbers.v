(* Numbers.v: dyadic numbers as games, their sums and their order. *)
From Coq Require Import List Arith Lia Bool NArith ZArith.
Import ListNotations.
From Cg Require Import Game Order Nim Family.
Open Scope Z_scope.

(* num k z is the number z / 2^k in simplest form *)
Definition int (z : Z) : game := if z <? 0 then neg (nat_game (Z.to_nat (- z))) else nat_game (Z.to_nat z).
Fixpoint num (k : nat) (z : Z) : game := match k with
 | O => int z
 | S k => if Z.even z then num k (Z.div2 z) else mk [num k (Z.div2 z)] [num k (Z.div2 z + 1)] end.

(* ------------------------------------------------------------------ facts *)
Lemma even_double z : Z.even (2 * z) = true. Proof. rewrite Z.even_mul. reflexivity. Qed.
Lemma div2_double z : Z.div2 (2 * z) = z. Proof. rewrite Z.div2_div, Z.mul_comm, Z.div_mul; lia. Qed.
Lemma num_double k z : num (S k) (2 * z) = num k z. Proof. cbn [num]. rewrite even_double, div2_double. reflexivity. Qed.
Lemma parity z : (exists y, z = 2 * y) \/ (exists y, z = 2 * y + 1).
Proof. pose proof (Z.div_mod z 2 ltac:(lia)). pose proof (Z.mod_pos_bound z 2 ltac:(lia)). destruct (Z.eq_dec (z mod 2) 0); [left|right]; exists (z / 2); lia. Qed.
Lemma even_odd y : Z.even (2 * y + 1) = false. Proof. rewrite Z.even_add, even_double. reflexivity. Qed.
Lemma div2_odd y : Z.div2 (2 * y + 1) = y. Proof. rewrite Z.div2_div. rewrite Z.mul_comm, Z.div_add_l by lia. reflexivity || (change (1 / 2) with 0; lia). Qed.
Lemma num_odd k y : num (S k) (2 * y + 1) = mk [num k y] [num k (y + 1)]. Proof. cbn [num]. rewrite even_odd, div2_odd. reflexivity. Qed.
Lemma int_pos z : 0 < z -> int z = mk [int (z - 1)] [].
Proof. intro H. unfold int. destruct (Z.ltb_spec z 0); [lia|]. destruct (Z.ltb_spec (z - 1) 0); [lia|].
 replace (Z.to_nat z) with (S (Z.to_nat (z - 1))) by lia. reflexivity. Qed.
Lemma int_neg z : z < 0 -> int z = mk [] [int (z + 1)].
Proof. intro H. unfold int. destruct (Z.ltb_spec z 0); [|lia]. replace (Z.to_nat (- z)) with (S (Z.to_nat (- (z + 1)))) by lia. cbn [nat_game neg map].
 destruct (Z.ltb_spec (z + 1) 0); [reflexivity|]. replace (z + 1) with 0 by lia. reflexivity. Qed.
(* the options, as numbers with the same k *)
Fixpoint low (k : nat) (z : Z) : list Z := match k with O => if 0 <? z then [z - 1] else []
 | S k => if Z.even z then map (Z.mul 2) (low k (Z.div2 z)) else [z - 1] end.
Fixpoint high (k : nat) (z : Z) : list Z := match k with O => if z <? 0 then [z + 1] else []
 | S k => if Z.even z then map (Z.mul 2) (high k (Z.div2 z)) else [z + 1] end.
Lemma num_L k : forall z, L (num k z) = map (num k) (low k z).
Proof. induction k; intro z.
 - simpl. destruct (Z.ltb_spec 0 z); [rewrite int_pos by auto; reflexivity|]. destruct (Z.eq_dec z 0) as [->|]; [reflexivity|rewrite int_neg by lia; reflexivity].
 - destruct (parity z) as [[y ->]|[y ->]].
   + rewrite num_double, IHk. cbn [low]. rewrite even_double, div2_double, map_map. apply map_ext. intro. rewrite num_double. auto.
   + rewrite num_odd. cbn [low]. rewrite even_odd. replace (2 * y + 1 - 1) with (2 * y) by lia. cbn [L map]. rewrite num_double. reflexivity. Qed.
Lemma num_R k : forall z, R (num k z) = map (num k) (high k z).
Proof. induction k; intro z.
 - simpl. destruct (Z.ltb_spec z 0); [rewrite int_neg by auto; reflexivity|]. destruct (Z.eq_dec z 0) as [->|]; [reflexivity|rewrite int_pos by lia; reflexivity].
 - destruct (parity z) as [[y ->]|[y ->]].
   + rewrite num_double, IHk. cbn [high]. rewrite even_double, div2_double, map_map. apply map_ext. intro. rewrite num_double. auto.
   + rewrite num_odd. cbn [high]. rewrite even_odd. replace (2 * y + 1 + 1) with (2 * (y + 1)) by lia. cbn [R map]. rewrite num_double. reflexivity. Qed.
Lemma low_lt k : forall z x, In x (low k z) -> x < z.
Proof. induction k; intros z x H; cbn [low high] in H.
 - destruct (0 <? z); [|destruct H]. destruct H as [<-|[]]. lia.
 - destruct (parity z) as [[y ->]|[y ->]]; [rewrite even_double, div2_double in H; apply in_map_iff in H as [u [<- H]]; apply IHk in H; lia|rewrite even_odd in H; destruct H as [<-|[]]; lia]. Qed.
Lemma high_gt k : forall z x, In x (high k z) -> z < x.
Proof. induction k; intros z x H; cbn [low high] in H.
 - destruct (z <? 0); [|destruct H]. destruct H as [<-|[]]. lia.
 - destruct (parity z) as [[y ->]|[y ->]]; [rewrite even_double, div2_double in H; apply in_map_iff in H as [u [<- H]]; apply IHk in H; lia|rewrite even_odd in H; destruct H as [<-|[]]; lia]. Qed.
(* between two numbers lies an option of one of them *)
Lemma between k : forall x y, x < y -> (exists z, In z (low k y) /\ x <= z) \/ (exists z, In z (high k x) /\ z <= y).
Proof. induction k; intros x y H.
 - cbn [low high]. destruct (Z.ltb_spec 0 y); [left; exists (y - 1); split; [left; reflexivity|lia]|]. destruct (Z.ltb_spec x 0); [right; exists (x + 1); split; [left; reflexivity|lia]|lia].
 - cbn [low high]. destruct (parity x) as [[u ->]|[u ->]].
   + destruct (parity y) as [[v ->]|[v ->]].
     * rewrite !even_double, !div2_double. destruct (IHk u v) as [[z [Z1 Z2]]|[z [Z1 Z2]]]; [lia|left|right]; exists (2 * z); (split; [apply in_map; auto|lia]).
     * left. rewrite even_odd. exists (2 * v + 1 - 1). split; [left; reflexivity|lia].
   + right. rewrite even_odd. exists (2 * u + 1 + 1). split; [left; reflexivity|lia]. Qed.
Lemma num_order_all k n : forall x y, (rank (num k x) + rank (num k y) < n)%nat -> (x <= y -> le (num k x) (num k y)) /\ (x < y -> lf (num k x) (num k y)).
Proof. induction n; intros x y B; [lia|]. split; intro H.
 - constructor; intros g G.
   + rewrite num_L in G. apply in_map_iff in G as [z [<- G]]. pose proof (low_lt _ _ _ G). assert (rank (num k z) < rank (num k x))%nat by (apply rank_L; rewrite num_L; apply in_map; auto). apply IHn; lia.
   + rewrite num_R in G. apply in_map_iff in G as [z [<- G]]. pose proof (high_gt _ _ _ G). assert (rank (num k z) < rank (num k y))%nat by (apply rank_R; rewrite num_R; apply in_map; auto). apply IHn; lia.
 - destruct (between k x y H) as [[z [G Z]]|[z [G Z]]].
   + assert (I : In (num k z) (L (num k y))) by (rewrite num_L; apply in_map; auto). pose proof (rank_L _ _ I). eapply lf_l; [exact I|]. apply IHn; lia.
   + assert (I : In (num k z) (R (num k x))) by (rewrite num_R; apply in_map; auto). pose proof (rank_R _ _ I). eapply lf_r; [exact I|]. apply IHn; lia. Qed.
Lemma num_le k x y : x <= y -> le (num k x) (num k y). Proof. eapply num_order_all; eauto. Qed.
Lemma num_lf k x y : x < y -> lf (num k x) (num k y). Proof. eapply num_order_all; eauto. Qed.
(* a Right option of the sum is reached in one of the numbers *)
Lemma reach_high k : forall x y z, In z (high k (x + y)) -> (exists u, In u (high k x) /\ u + y <= z) \/ (exists u, In u (high k y) /\ x + u <= z).
Proof. induction k; intros x y z H; pose proof (high_gt _ _ _ H) as G; cbn [high] in *.
 - destruct (Z.ltb_spec (x + y) 0); [|destruct H]. destruct H as [<-|[]]. destruct (Z.ltb_spec x 0); [left; exists (x + 1); split; [left; reflexivity|lia]|].
   right. destruct (Z.ltb_spec y 0); [|lia]. exists (y + 1). split; [left; reflexivity|lia].
 - destruct (parity x) as [[u ->]|[u ->]]; [|left; rewrite even_odd; exists (2 * u + 1 + 1); split; [left; reflexivity|lia]].
   destruct (parity y) as [[v ->]|[v ->]]; [|right; rewrite even_odd; exists (2 * v + 1 + 1); split; [left; reflexivity|lia]].
   rewrite !even_double, !div2_double. replace (2 * u + 2 * v) with (2 * (u + v)) in H by lia. rewrite even_double, div2_double in H.
   apply in_map_iff in H as [w [<- H]]. apply IHk in H as [[t [T1 T2]]|[t [T1 T2]]]; [left|right]; exists (2 * t); (split; [apply in_map; auto|lia]). Qed.
Lemma num_neg k : forall z, neg (num k z) = num k (- z).
Proof. induction k; intro z.
 - simpl. unfold int. destruct (Z.ltb_spec z 0), (Z.ltb_spec (- z) 0); try lia; rewrite ?neg_neg, ?Z.opp_involutive; auto. replace z with 0 by lia. reflexivity.
 - destruct (parity z) as [[y ->]|[y ->]].
   + replace (- (2 * y)) with (2 * - y) by lia. rewrite !num_double. apply IHk.
   + replace (- (2 * y + 1)) with (2 * (- y - 1) + 1) by lia. rewrite !num_odd. cbn [neg map]. rewrite !IHk. f_equal; do 2 f_equal; lia. Qed.
Lemma plus_at_most k n : forall x y, (rank (num k x) + rank (num k y) < n)%nat -> le (plus (num k x) (num k y)) (num k (x + y)).
Proof. induction n; intros x y B; [lia|]. constructor; intros g G.
 - apply in_plus_L in G as [[h [H ->]]|[h [H ->]]]; pose proof (rank_L _ _ H); rewrite num_L in H; apply in_map_iff in H as [z [<- H]]; pose proof (low_lt _ _ _ H);
   (eapply le_lf; [apply IHn; lia|apply num_lf; lia]).
 - rewrite num_R in G. apply in_map_iff in G as [z [<- G]]. apply reach_high in G as [[u [U Z]]|[u [U Z]]].
   + assert (I : In (num k u) (R (num k x))) by (rewrite num_R; apply in_map; auto). pose proof (rank_R _ _ I). eapply lf_r; [apply in_plus_R; left; eauto|].
     eapply le_trans; [apply IHn; lia|apply num_le; lia].
   + assert (I : In (num k u) (R (num k y))) by (rewrite num_R; apply in_map; auto). pose proof (rank_R _ _ I). eapply lf_r; [apply in_plus_R; right; eauto|].
     eapply le_trans; [apply IHn; lia|apply num_le; lia]. Qed.
Theorem num_plus k x y : eq (plus (num k x) (num k y)) (num k (x + y)).
Proof. split; [eapply plus_at_most; eauto|]. assert (H : le (plus (num k (- x)) (num k (- y))) (num k (- x + - y))) by (eapply plus_at_most; eauto).
 apply neg_le in H. rewrite neg_plus, !num_neg, !Z.opp_involutive in H. replace (- (- x + - y)) with (x + y) in H by lia. exact H. Qed.
Lemma num_0 k : num k 0 = zero. Proof. induction k; [reflexivity|]. change 0 with (2 * 0). rewrite num_double. exact IHk. Qed.

(* ---- a number has at most one option on each side, and none is reversible *)
Lemma one_option k : forall z, (exists x, low k z = [x]) \/ low k z = [].
Proof. induction k; intro z; cbn [low].
 - destruct (0 <? z); eauto.
 - destruct (Z.even z); eauto. destruct (IHk (Z.div2 z)) as [[x ->]| ->]; simpl; eauto. Qed.
Lemma one_option' k : forall z, (exists x, high k z = [x]) \/ high k z = [].
Proof. induction k; intro z; cbn [high].
 - destruct (z <? 0); eauto.
 - destruct (Z.even z); eauto. destruct (IHk (Z.div2 z)) as [[x ->]| ->]; simpl; eauto. Qed.
Lemma no_reversal k : forall z x y, In x (low k z) -> In y (high k x) -> z < y.
Proof. induction k; intros z x y Hx Hy; cbn [low high] in *.
 - destruct (Z.ltb_spec 0 z); [|destruct Hx]. destruct Hx as [<-|[]]. destruct (Z.ltb_spec (z - 1) 0); [lia|destruct Hy].
 - destruct (parity z) as [[v ->]|[v ->]].
   + rewrite even_double, div2_double in Hx. apply in_map_iff in Hx as [x' [<- Hx]]. rewrite even_double, div2_double in Hy.
     apply in_map_iff in Hy as [y' [<- Hy]]. specialize (IHk _ _ _ Hx Hy). lia.
   + rewrite even_odd in Hx. destruct Hx as [<-|[]]. replace (2 * v + 1 - 1) with (2 * v) in Hy by lia. rewrite even_double, div2_double in Hy.
     apply in_map_iff in Hy as [y' [<- Hy]]. apply high_gt in Hy. lia. Qed.
Lemma no_reversal' k : forall z x y, In x (high k z) -> In y (low k x) -> y < z.
Proof. induction k; intros z x y Hx Hy; cbn [low high] in *.
 - destruct (Z.ltb_spec z 0); [|destruct Hx]. destruct Hx as [<-|[]]. destruct (Z.ltb_spec 0 (z + 1)); [lia|destruct Hy].
 - destruct (parity z) as [[v ->]|[v ->]].
   + rewrite even_double, div2_double in Hx. apply in_map_iff in Hx as [x' [<- Hx]]. rewrite even_double, div2_double in Hy.
     apply in_map_iff in Hy as [y' [<- Hy]]. specialize (IHk _ _ _ Hx Hy). lia.
   + rewrite even_odd in Hx. destruct Hx as [<-|[]]. replace (2 * v + 1 + 1) with (2 * (v + 1)) in Hy by lia. rewrite even_double, div2_double in Hy.
     apply in_map_iff in Hy as [y' [<- Hy]]. apply low_lt in Hy. lia. Qed.
Theorem canonical_num k z : canonical (num k z).
Proof. remember (S (rank (num k z))) as f. assert (Q : (rank (num k z) < f)%nat) by lia. clear Heqf. revert z Q. induction f; intros z Q; [lia|].
 constructor.
 - rewrite num_L. destruct (one_option k z) as [[x ->]| ->]; repeat constructor.
 - rewrite num_R. destruct (one_option' k z) as [[x ->]| ->]; repeat constructor.
 - intros x y Hx Hy A. rewrite num_L in Hx. apply in_map_iff in Hx as [u [<- Hx]]. rewrite num_R in Hy. apply in_map_iff in Hy as [v [<- Hy]].
   apply lf_not_le in A; auto. apply num_lf. eapply no_reversal; eauto.
 - intros x y Hx Hy A. rewrite num_R in Hx. apply in_map_iff in Hx as [u [<- Hx]]. rewrite num_L in Hy. apply in_map_iff in Hy as [v [<- Hy]].
   apply lf_not_le in A; auto. apply num_lf. eapply no_reversal'; eauto.
 - intros x [Hx|Hx]; [pose proof (rank_L _ _ Hx)|pose proof (rank_R _ _ Hx)]; [rewrite num_L in Hx|rewrite num_R in Hx]; apply in_map_iff in Hx as [u [<- Hx]]; apply IHf; lia. Qed.
