(* Numbers.v: dyadic numbers as games, their sums and their order; sums of numbers with nimbers. *)
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

(* ---- numbers with nimbers *)
Definition worth (k : nat) (v : Z * N) : game := plus (num k (fst v)) (star (snd v)).
Lemma num_0 k : num k 0 = zero. Proof. induction k; [reflexivity|]. change 0 with (2 * 0). rewrite num_double. exact IHk. Qed.
Lemma star_0 : star 0 = zero. Proof. reflexivity. Qed.
Lemma le_zero_plus g h : le zero g -> le zero h -> le zero (plus g h).
Proof. intros A B. rewrite <- (plus_0_l zero). apply plus_mono; auto. Qed.
Lemma good_move k u m : 0 < u -> exists y, In y (L (worth k (u, m))) /\ le zero y.
Proof. intro U. unfold worth. cbn [fst snd]. destruct (N.eq_dec m 0) as [->|ne].
 - assert (A : lf zero (num k u)) by (rewrite <- (num_0 k); apply num_lf; auto). inversion A as [? ? y Hy B|? ? y Hy B]; subst; [|destruct Hy].
   exists (plus y (star 0)). split; [apply in_plus_L; left; eauto|]. rewrite star_0, plus_0_r. auto.
 - exists (plus (num k u) (star 0)). split.
   + apply in_plus_L. right. exists (star 0). split; auto. simpl. apply (in_star m). exists 0%N. split; [lia|auto].
   + rewrite star_0, plus_0_r. rewrite <- (num_0 k). apply num_le. lia. Qed.
Lemma worth_pos k z n : 0 < z -> le zero (worth k (z, n)) /\ lf zero (worth k (z, n)).
Proof. intro H. split.
 - apply ge0_intro. intros x Hx. apply in_plus_R in Hx as [[y [Hy ->]]|[y [Hy ->]]]; cbn [fst snd] in *.
   + rewrite num_R in Hy. apply in_map_iff in Hy as [u [<- Hu]]. apply high_gt in Hu. apply (good_move k u n). lia.
   + simpl in Hy. apply in_star in Hy as [m [_ ->]]. apply (good_move k z m H).
 - destruct (good_move k z n H) as [y [Hy B]]. eapply lf_l; eauto. Qed.
Lemma worth_neg k v : neg (worth k v) = worth k (- fst v, snd v).
Proof. unfold worth. rewrite neg_plus, num_neg, neg_star. reflexivity. Qed.
Definition at_least_0 (v : Z * N) : bool := (0 <? fst v) || (Z.eqb (fst v) 0 && N.eqb (snd v) 0).
Lemma at_least_yes k v : at_least_0 v = true -> le zero (worth k v).
Proof. destruct v as [z n]. unfold at_least_0. cbn [fst snd]. intro H. apply orb_true_iff in H as [H|H].
 - apply worth_pos. lia. - apply andb_true_iff in H as [A B]. apply Z.eqb_eq in A. apply N.eqb_eq in B. subst. unfold worth. cbn [fst snd]. rewrite num_0, star_0, plus_0_l. apply le_refl. Qed.
Lemma at_least_no k v : at_least_0 v = false -> ~ le zero (worth k v).
Proof. destruct v as [z n]. unfold at_least_0. cbn [fst snd]. intros H A. apply orb_false_iff in H as [H1 H2]. apply Z.ltb_ge in H1. destruct (Z.eq_dec z 0) as [->|ne].
 - cbn in H2. apply N.eqb_neq in H2. unfold worth in A. cbn [fst snd] in A. rewrite num_0, plus_0_l in A. destruct (star_outcome n H2) as [_ B]. apply win1R in B. eapply le_not_lf; eauto.
 - destruct (worth_pos k (- z) n ltac:(lia)) as [_ B]. apply neg_le in A. rewrite worth_neg in A. cbn [fst snd] in A. eapply le_not_lf; [exact A|exact B]. Qed.
Definition add_worth (v w : Z * N) : Z * N := (fst v + fst w, N.lxor (snd v) (snd w)).
Definition minus_worth (v w : Z * N) : Z * N := (fst v - fst w, N.lxor (snd v) (snd w)).
Lemma minus_0 v : minus_worth (0, 0%N) v = (- fst v, snd v).
Proof. destruct v as [z n]. unfold minus_worth. reflexivity. Qed.
Definition all_worth (vs : list (Z * N)) := fold_right add_worth (0, 0%N) vs.
Lemma worth_plus k v w : eq (plus (worth k v) (worth k w)) (worth k (add_worth v w)).
Proof. unfold worth, add_worth. cbn [fst snd]. eapply eq_trans with (plus (plus (num k (fst v)) (num k (fst w))) (plus (star (snd v)) (star (snd w)))).
 - rewrite !plus_assoc_eq. apply plus_eq; [apply eq_refl'|]. rewrite <- !plus_assoc_eq. apply plus_eq; [apply plus_comm|apply eq_refl'].
 - apply plus_eq; [apply num_plus|apply nim_sum]. Qed.
Definition worths (k : nat) (gs : list game) (vs : list (Z * N)) := Forall2 (fun g v => eq g (worth k v)) gs vs.
Lemma no_worth k : worths k [] []. Proof. constructor. Qed.
Lemma one_number k z gs vs : worths k gs vs -> worths k (num k z :: gs) ((z, 0%N) :: vs).
Proof. constructor; auto. unfold worth. cbn [fst snd]. rewrite star_0, plus_0_r. apply eq_refl'. Qed.
Lemma one_nimber k g n gs vs : eq g (star n) -> worths k gs vs -> worths k (g :: gs) ((0, n) :: vs).
Proof. constructor; auto. unfold worth. cbn [fst snd]. rewrite num_0, plus_0_l. auto. Qed.
Lemma total_worth k gs vs : worths k gs vs -> eq (total gs) (worth k (all_worth vs)).
Proof. induction 1 as [|g v gs vs E F IH].
 - unfold worth. cbn [all_worth fold_right fst snd]. rewrite num_0, star_0, plus_0_l. apply eq_refl'.
 - change (eq (plus g (total gs)) (worth k (add_worth v (all_worth vs)))). eapply eq_trans; [|apply worth_plus]. apply plus_eq; auto. Qed.
Section Claims.
Variables (k : nat) (gs : list game) (vs : list (Z * N)). Hypothesis F : worths k gs vs.
Lemma sign_le : at_least_0 (all_worth vs) = true -> le zero (total gs).
Proof. intro H. eapply le_trans; [apply at_least_yes; exact H|]. apply (total_worth k gs vs F). Qed.
Lemma sign_not_le : at_least_0 (all_worth vs) = false -> ~ le zero (total gs).
Proof. intros H A. apply (at_least_no k _ H). eapply le_trans; [exact A|]. apply (total_worth k gs vs F). Qed.
Lemma sign_ge : at_least_0 (minus_worth (0, 0%N) (all_worth vs)) = true -> le (total gs) zero.
Proof. intro H. apply (at_least_yes k) in H. eapply le_trans; [apply (total_worth k gs vs F)|]. apply neg_le in H.
 rewrite minus_0, worth_neg in H. cbn [fst snd] in H. rewrite Z.opp_involutive, <- surjective_pairing in H. exact H. Qed.
Lemma sign_not_ge : at_least_0 (minus_worth (0, 0%N) (all_worth vs)) = false -> ~ le (total gs) zero.
Proof. intros H A. apply (at_least_no k _ H). assert (B : le (worth k (all_worth vs)) zero) by (eapply le_trans; [apply (total_worth k gs vs F)|exact A]).
 apply neg_le in B. rewrite worth_neg in B. rewrite minus_0. exact B. Qed.
Theorem worth_claim_L : at_least_0 (all_worth vs) && negb (at_least_0 (minus_worth (0, 0%N) (all_worth vs))) = true -> outL (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. apply negb_true_iff in B. split; [apply win1L, lf_not_le, sign_not_ge; auto|apply win2L, sign_le; auto]. Qed.
Theorem worth_claim_R : negb (at_least_0 (all_worth vs)) && at_least_0 (minus_worth (0, 0%N) (all_worth vs)) = true -> outR (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. apply negb_true_iff in A. split; [apply win1R, lf_not_le, sign_not_le; auto|apply win2R, sign_ge; auto]. Qed.
Theorem worth_claim_N : negb (at_least_0 (all_worth vs)) && negb (at_least_0 (minus_worth (0, 0%N) (all_worth vs))) = true -> outN (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. apply negb_true_iff in A, B. split; [apply win1L, lf_not_le, sign_not_ge; auto|apply win1R, lf_not_le, sign_not_le; auto]. Qed.
Theorem worth_claim_P : at_least_0 (all_worth vs) && at_least_0 (minus_worth (0, 0%N) (all_worth vs)) = true -> outP (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. split; [apply win2L, sign_le; auto|apply win2R, sign_ge; auto]. Qed.
End Claims.
Section Comparisons.
Variables (k : nat) (gs : list game) (vs : list (Z * N)). Hypothesis F : worths k gs vs.
Variables (hs : list game) (ws : list (Z * N)). Hypothesis H : worths k hs ws.
Lemma difference : eq (plus (total hs) (neg (total gs))) (worth k (minus_worth (all_worth ws) (all_worth vs))).
Proof. pose proof (total_worth _ _ _ F) as A. pose proof (total_worth _ _ _ H) as B. eapply eq_trans; [apply plus_eq; [exact B|]|].
 - destruct A as [A1 A2]. split; [apply neg_le; exact A2|apply neg_le; exact A1].
 - rewrite worth_neg. eapply eq_trans; [apply worth_plus|]. unfold add_worth, minus_worth. cbn [fst snd]. rewrite Z.add_opp_r. apply eq_refl'. Qed.
Lemma compare_le : at_least_0 (minus_worth (all_worth ws) (all_worth vs)) = true -> le (total gs) (total hs).
Proof. intro A. apply sub_ge. eapply le_trans; [apply (at_least_yes k); exact A|apply difference]. Qed.
Lemma compare_not_le : at_least_0 (minus_worth (all_worth ws) (all_worth vs)) = false -> ~ le (total gs) (total hs).
Proof. intros A B. apply (at_least_no k _ A). eapply le_trans; [|apply difference]. eapply le_trans; [apply plus_neg|]. apply plus_mono; [exact B|apply le_refl]. Qed.
End Comparisons.
Definition up vs ws := at_least_0 (minus_worth (all_worth ws) (all_worth vs)).
Theorem worth_claim_le k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : up vs ws = true -> le (total gs) (total hs).
Proof. apply (compare_le k gs vs F hs ws H). Qed.
Theorem worth_claim_eq k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : up vs ws && up ws vs = true -> eq (total gs) (total hs).
Proof. intro A. apply andb_true_iff in A as [A B]. split; [apply (compare_le k gs vs F hs ws H A)|apply (compare_le k hs ws H gs vs F B)]. Qed.
Theorem worth_claim_not_eq k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : negb (up vs ws && up ws vs) = true -> ~ eq (total gs) (total hs).
Proof. intros A [B C]. apply negb_true_iff, andb_false_iff in A as [A|A]; [apply (compare_not_le k gs vs F hs ws H A B)|apply (compare_not_le k hs ws H gs vs F A C)]. Qed.
Theorem worth_claim_less k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : up vs ws && negb (up ws vs) = true -> less (total gs) (total hs).
Proof. intro A. apply andb_true_iff in A as [A B]. apply negb_true_iff in B. split; [apply (compare_le k gs vs F hs ws H A)|apply (compare_not_le k hs ws H gs vs F B)]. Qed.
Theorem worth_claim_confused k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : negb (up vs ws) && negb (up ws vs) = true -> confused (total gs) (total hs).
Proof. intro A. apply andb_true_iff in A as [A B]. apply negb_true_iff in A, B. split; [apply (compare_not_le k gs vs F hs ws H A)|apply (compare_not_le k hs ws H gs vs F B)]. Qed.
