(* Ups.v: sums of dyadic numbers, ups and nimbers: which of them are at least 0, and how two of them compare. *)
From Coq Require Import List Arith Lia Bool NArith ZArith.
Import ListNotations.
From Cg Require Import Game Order Nim Family Numbers.
Open Scope Z_scope.

(* up is {0|*}; ups n is the sum of n ups, or of -n downs *)
Definition up : game := mk [zero] [star 1].
Definition down : game := neg up.
Fixpoint copies (n : nat) (g : game) : game := match n with O => zero | S n => plus g (copies n g) end.
Definition ups (n : Z) : game := if n <? 0 then copies (Z.to_nat (- n)) down else copies (Z.to_nat n) up.

(* ---- sums of ups *)
Lemma copies_up_down n : eq (plus up (copies (S n) down)) (copies n down).
Proof. cbn [copies]. rewrite <- plus_assoc_eq, <- (plus_0_l (copies n down)) at 1. rewrite <- (plus_0_l (copies n down)) at 2.
 apply plus_eq; [apply plus_neg|rewrite plus_0_l; apply eq_refl']. Qed.
Lemma ups_next n : eq (ups (n + 1)) (plus up (ups n)).
Proof. unfold ups. destruct (Z.ltb_spec n 0).
 - replace (Z.to_nat (- n)) with (S (Z.to_nat (- (n + 1)))) by lia. apply eq_sym. destruct (Z.ltb_spec (n + 1) 0); [apply copies_up_down|].
   replace n with (-1) by lia. apply (copies_up_down 0).
 - destruct (Z.ltb_spec (n + 1) 0); [lia|]. replace (Z.to_nat (n + 1)) with (S (Z.to_nat n)) by lia. apply eq_refl'. Qed.
Lemma neg_copies n g : neg (copies n g) = copies n (neg g).
Proof. induction n; [reflexivity|]. cbn [copies]. rewrite neg_plus, IHn. reflexivity. Qed.
Lemma neg_ups n : neg (ups n) = ups (- n).
Proof. unfold ups. destruct (Z.ltb_spec n 0), (Z.ltb_spec (- n) 0); try lia; rewrite neg_copies; unfold down; rewrite ?neg_neg, ?Z.opp_involutive; auto.
 replace n with 0 by lia. reflexivity. Qed.
Lemma neg_eq g h : eq g h -> eq (neg g) (neg h). Proof. intros []. split; apply neg_le; auto. Qed.
Lemma ups_before n : eq (ups (n - 1)) (plus down (ups n)).
Proof. pose proof (neg_eq _ _ (ups_next (- n))) as E. rewrite neg_plus, !neg_ups, Z.opp_involutive in E. replace (- (- n + 1)) with (n - 1) in E by lia. exact E. Qed.
Theorem ups_plus m n : eq (plus (ups m) (ups n)) (ups (m + n)).
Proof. assert (N : forall k m' (g : game), (forall z, eq (ups (z + k)) (plus g (ups z))) -> eq (plus (ups m') (ups n)) (ups (m' + n)) -> eq (plus (ups (m' + k)) (ups n)) (ups (m' + k + n))).
 { intros k m' g E IH. eapply eq_trans; [apply plus_eq; [apply E|apply eq_refl']|]. rewrite plus_assoc_eq. replace (m' + k + n) with (m' + n + k) by lia.
   apply eq_trans with (plus g (ups (m' + n))); [apply plus_eq; [apply eq_refl'|exact IH]|apply eq_sym, E]. }
 revert m. apply Z.peano_ind.
 - cbn. rewrite plus_0_l. apply eq_refl'.
 - intros m IH. apply (N 1 m up ups_next IH).
 - intros m IH. apply (N (-1) m down ups_before IH). Qed.

(* ---- games in which both players have moves or neither has: the least positive number is more than any of them *)
Inductive dicot : game -> Prop := dicot_intro g :
 ((exists x, In x (L g)) <-> (exists x, In x (R g))) -> (forall x, In x (L g) \/ In x (R g) -> dicot x) -> dicot g.
Lemma dicot_moves g : dicot g -> ((exists x, In x (L g)) <-> (exists x, In x (R g))) /\ (forall x, In x (L g) \/ In x (R g) -> dicot x).
Proof. destruct 1. auto. Qed.
Lemma dicot_zero : dicot zero. Proof. constructor; [split; intros [x []]|intros x [[]|[]]]. Qed.
Lemma dicot_star n : dicot (star n).
Proof. induction n as [n IH] using (well_founded_induction N.lt_wf_0). constructor; [apply iff_refl|]. simpl.
 intros x H. assert (I : In x (stars (N.to_nat n))) by tauto. apply in_star in I as [k [K ->]]. apply IH, K. Qed.
Lemma dicot_neg g : dicot g -> dicot (neg g).
Proof. induction g as [l r A B] using game_rect2. intro D. apply dicot_moves in D as [D E]. cbn [L R] in D, E. constructor; cbn [neg L R].
 - assert (M : forall l', (exists x, In x (map neg l')) <-> (exists x, In x l')). { intro l'. split; intros [x H]; [apply in_map_iff in H as [y [_ H]]|apply (in_map neg) in H]; eauto. } rewrite !M. tauto.
 - intros x [H|H]; apply in_map_iff in H as [y [<- H]]; auto. Qed.
Lemma dicot_plus g : dicot g -> forall h, dicot h -> dicot (plus g h).
Proof. induction g as [l r A B] using game_rect2. intro Dg. induction h as [l' r' A' B'] using game_rect2. intro Dh.
 remember (mk l r) as g. remember (mk l' r') as h. pose proof (dicot_moves g Dg) as [M N]. pose proof (dicot_moves h Dh) as [M' N']. constructor.
 - split; intros [x H]; [apply in_plus_L in H as [[y [H _]]|[y [H _]]]|apply in_plus_R in H as [[y [H _]]|[y [H _]]]].
   + destruct (proj1 M (ex_intro _ y H)) as [z Z]. exists (plus z h). apply in_plus_R. eauto.
   + destruct (proj1 M' (ex_intro _ y H)) as [z Z]. exists (plus g z). apply in_plus_R. eauto.
   + destruct (proj2 M (ex_intro _ y H)) as [z Z]. exists (plus z h). apply in_plus_L. eauto.
   + destruct (proj2 M' (ex_intro _ y H)) as [z Z]. exists (plus g z). apply in_plus_L. eauto.
 - subst. intros x [H|H]; [apply in_plus_L in H as [[y [H ->]]|[y [H ->]]]|apply in_plus_R in H as [[y [H ->]]|[y [H ->]]]]; cbn [L R] in *; auto. Qed.
Lemma dicot_up : dicot up.
Proof. constructor; cbn.
 - split; intros _; [exists (star 1)|exists zero]; auto. - intros x [[<-|[]]|[<-|[]]]; [apply dicot_zero|apply (dicot_star 1)]. Qed.
Lemma dicot_ups n : dicot (ups n).
Proof. assert (C : forall k g, dicot g -> dicot (copies k g)) by (induction k; intros; [apply dicot_zero|apply dicot_plus; auto]).
 unfold ups. destruct (n <? 0); apply C; [apply dicot_neg|]; apply dicot_up. Qed.
Theorem number_beats_dicot k g : dicot g -> forall z, 0 < z -> le zero (plus (num k z) g) /\ lf zero (plus (num k z) g).
Proof. induction g as [l r A B] using game_rect2. intro D. remember (mk l r) as g. pose proof (dicot_moves g D) as [M N].
 assert (F : forall z, 0 < z -> lf zero (plus (num k z) g)).
 { intros z H. destruct l as [|x l].
   - assert (r = []). { destruct r as [|y r]; auto. subst g. destruct (proj2 M (ex_intro _ y (or_introl eq_refl))) as [? []]. }
     subst. change (mk [] []) with zero. rewrite plus_0_r, <- (num_0 k). apply num_lf, H.
   - apply lf_l with (plus (num k z) x). { apply in_plus_L. right. exists x. subst g. cbn. auto. }
     apply A; [left; auto|apply N; subst g; left; left; auto|exact H]. }
 intros z H. split; [|apply F, H]. constructor; [intros x []|]. intros x I. apply in_plus_R in I as [[y [I ->]]|[y [I ->]]].
 - rewrite num_R in I. apply in_map_iff in I as [u [<- U]]. apply high_gt in U. apply F. lia.
 - apply B; [subst g; exact I|apply N; auto|exact H]. Qed.

(* ---- ups with nimbers *)
Lemma lf_plus a b : lf zero a -> le zero b -> lf zero (plus a b).
Proof. intros A B. rewrite <- (plus_0_l zero). destruct (plus_mono_all _ zero a zero b (Nat.lt_succ_diag_r _)) as [_ [H _]]. auto. Qed.
Lemma le_plus a b : le zero a -> le zero b -> le zero (plus a b).
Proof. intros A B. rewrite <- (plus_0_l zero). apply plus_mono; auto. Qed.
Lemma star_first n : n <> 0%N -> lf zero (star n). Proof. intro H. apply win1L, star_outcome, H. Qed.
Lemma up_first m : lf zero (plus up (star m)).
Proof. destruct (N.eq_dec m 0) as [->|ne].
 - apply lf_l with (plus zero (star 0)); [apply in_plus_L; left; exists zero; cbn; auto|rewrite plus_0_l; apply le_refl].
 - apply lf_l with (plus up zero); [apply in_plus_L; right; exists zero; split; auto; simpl; apply (in_star m); exists 0%N; split; [lia|auto]|].
   rewrite plus_0_r. constructor; [intros x []|]. intros x [<-|[]]. apply star_first. discriminate. Qed.
Lemma up_star m : m <> 1%N -> le zero (plus up (star m)).
Proof. intro ne. constructor; [intros x []|]. intros x H. apply in_plus_R in H as [[y [H ->]]|[y [H ->]]].
 - destruct H as [<-|[]]. eapply lf_le; [|apply nim_sum]. apply star_first. intro E. apply N.lxor_eq in E. congruence.
 - simpl in H. apply in_star in H as [j [_ ->]]. apply up_first. Qed.
Lemma up_positive : le zero up. Proof. rewrite <- (plus_0_r up). apply (up_star 0). discriminate. Qed.
Lemma two_ups_star : le zero (plus up (plus up (star 1))).
Proof. constructor; [intros x []|]. intros x H. apply in_plus_R in H as [[y [H ->]]|[y [H ->]]].
 - destruct H as [<-|[]]. eapply lf_le; [apply (up_first 0)|]. apply le_trans with (plus up (plus (star 1) (star 1))).
   + apply plus_mono; [apply le_refl|apply (nim_sum 1 1)].
   + rewrite <- !plus_assoc_eq. apply plus_mono; [apply plus_comm|apply le_refl].
 - apply in_plus_R in H as [[z [H ->]]|[z [H ->]]].
   + destruct H as [<-|[]]. eapply lf_le; [apply (up_first 0)|]. apply plus_mono; [apply le_refl|apply (nim_sum 1 1)].
   + destruct H as [<-|[]]. change (mk [] []) with zero. rewrite plus_0_r. rewrite <- (plus_0_r up) at 1. rewrite plus_0_r at 1.
     eapply lf_plus; [|apply up_positive]. rewrite <- (plus_0_r up). apply (up_first 0). Qed.
Lemma copies_positive n : le zero (copies n up).
Proof. induction n; [apply le_refl|]. apply le_plus; [apply up_positive|exact IHn]. Qed.
Definition positive (n : Z) (m : N) : bool := (2 <=? n) || (Z.eqb n 1 && negb (N.eqb m 1)).
(* n ups and *m are positive iff n >= 2, or n = 1 and m <> 1 *)
Theorem ups_positive n m : positive n m = true -> le zero (plus (ups n) (star m)) /\ lf zero (plus (ups n) (star m)).
Proof. unfold positive. intro H. assert (U : 1 <= n) by lia. unfold ups. destruct (Z.ltb_spec n 0); [lia|].
 replace (Z.to_nat n) with (S (Z.to_nat (n - 1))) by lia. cbn [copies].
 assert (E : eq (plus (plus up (star m)) (copies (Z.to_nat (n - 1)) up)) (plus (plus up (copies (Z.to_nat (n - 1)) up)) (star m))).
 { rewrite !plus_assoc_eq. apply plus_eq; [apply eq_refl'|apply plus_comm]. }
 split; [|eapply lf_le; [|apply E]; apply lf_plus; [apply up_first|apply copies_positive]].
 destruct (N.eq_dec m 1) as [->|ne]; [|eapply le_trans; [|apply E]; apply le_plus; [apply up_star, ne|apply copies_positive]].
 rewrite N.eqb_refl, andb_false_r, orb_false_r in H. destruct (Z.to_nat (n - 1)) as [|j] eqn:J; [lia|]. cbn [copies] in *. eapply le_trans; [|apply E].
 apply le_trans with (plus (plus up (plus up (star 1))) (copies j up)); [apply le_plus; [apply two_ups_star|apply copies_positive]|].
 rewrite !plus_assoc_eq. apply plus_mono; [apply le_refl|]. rewrite <- !plus_assoc_eq. apply plus_mono; [apply plus_comm|apply le_refl]. Qed.
(* a first-player win: *m alone, and an up or a down with * *)
Lemma ups_fuzzy n m : n = 0 /\ m <> 0%N \/ (n = 1 \/ n = -1) /\ m = 1%N -> lf (plus (ups n) (star m)) zero.
Proof. intros [[-> H]|[H ->]].
 - cbn [ups Z.ltb Z.compare Z.to_nat copies]. change (ups 0) with zero. rewrite plus_0_l. apply win1R, star_outcome, H.
 - assert (U : ups 1 = up /\ ups (-1) = down) by (split; [apply (plus_0_r up)|apply (plus_0_r down)]). destruct U as [U V]. destruct H as [->| ->]; [rewrite U|rewrite V].
   + apply lf_r with (plus (star 1) (star 1)); [apply in_plus_R; left; exists (star 1); cbn; auto|apply (nim_sum 1 1)].
   + apply lf_r with (plus down zero); [apply in_plus_R; right; exists zero; split; [left; reflexivity|reflexivity]|]. rewrite plus_0_r. apply (neg_le zero up), up_positive. Qed.

(* ---- numbers with ups and nimbers *)
Definition worth (k : nat) (v : Z * Z * N) : game := plus (num k (fst (fst v))) (plus (ups (snd (fst v))) (star (snd v))).
Definition minus_worth (v w : Z * Z * N) : Z * Z * N := (fst (fst v) - fst (fst w), snd (fst v) - snd (fst w), N.lxor (snd v) (snd w)).
Definition add_worth (v w : Z * Z * N) : Z * Z * N := (fst (fst v) + fst (fst w), snd (fst v) + snd (fst w), N.lxor (snd v) (snd w)).
Definition no_value : Z * Z * N := (0, 0, 0%N).
Definition all_worth (vs : list (Z * Z * N)) := fold_right add_worth no_value vs.
(* the sign of the number decides; if it is 0, the ups and the nimber do *)
Definition at_least_0 (v : Z * Z * N) : bool := match v with (z, n, m) =>
 (0 <? z) || (Z.eqb z 0 && (positive n m || (Z.eqb n 0 && N.eqb m 0))) end.
Lemma star_0 : star 0 = zero. Proof. reflexivity. Qed.
Lemma worth_neg k v : neg (worth k v) = worth k (minus_worth no_value v).
Proof. unfold worth, minus_worth, no_value. cbn [fst snd]. rewrite !neg_plus, num_neg, neg_ups, neg_star. reflexivity. Qed.
Lemma worth_pos k z n m : 0 < z -> le zero (worth k (z, n, m)) /\ lf zero (worth k (z, n, m)).
Proof. intro H. apply number_beats_dicot; auto. apply dicot_plus; [apply dicot_ups|apply dicot_star]. Qed.
Lemma at_least_yes k v : at_least_0 v = true -> le zero (worth k v).
Proof. destruct v as [[z n] m]. unfold at_least_0. intro H. apply orb_true_iff in H as [H|H]; [apply Z.ltb_lt in H; apply worth_pos, H|].
 apply andb_true_iff in H as [Z H]. apply Z.eqb_eq in Z. subst z. unfold worth. cbn [fst snd]. rewrite num_0, plus_0_l.
 apply orb_true_iff in H as [H|H]; [apply ups_positive, H|]. apply andb_true_iff in H as [A B]. apply Z.eqb_eq in A. apply N.eqb_eq in B. subst. apply le_refl. Qed.
Lemma at_least_no k v : at_least_0 v = false -> ~ le zero (worth k v).
Proof. destruct v as [[z n] m]. unfold at_least_0. intros H A. apply (le_not_lf _ _ A). destruct (Z.ltb_spec 0 z) as [|Z]; [discriminate|].
 assert (N : forall w, lf zero (worth k (minus_worth no_value w)) -> lf (worth k w) zero).
 { intros w W. rewrite <- worth_neg in W. apply (neg_le_all _ _ _ (Nat.lt_succ_diag_r _)) in W. rewrite neg_neg in W. exact W. }
 destruct (Z.eqb_spec z 0) as [->|ne]; [|apply N; change (lf zero (worth k (- z, - n, m))); apply worth_pos; lia]. cbn [andb orb] in H. apply orb_false_iff in H as [P H].
 destruct (positive (- n) m) eqn:Q.
 - apply N. change (lf zero (plus (num k 0) (plus (ups (- n)) (star m)))). rewrite num_0, plus_0_l. apply ups_positive, Q.
 - unfold worth. cbn [fst snd]. rewrite num_0, plus_0_l. apply ups_fuzzy. unfold positive in P, Q.
   destruct (Z.leb_spec 2 n), (Z.leb_spec 2 (- n)), (Z.eqb_spec n 1), (Z.eqb_spec (- n) 1), (Z.eqb_spec n 0), (N.eqb_spec m 0), (N.eqb_spec m 1); try discriminate; lia. Qed.
Lemma worth_plus k v w : eq (plus (worth k v) (worth k w)) (worth k (add_worth v w)).
Proof. assert (X : forall a b c d, eq (plus (plus a b) (plus c d)) (plus (plus a c) (plus b d))).
 { intros. rewrite !plus_assoc_eq. apply plus_eq; [apply eq_refl'|]. rewrite <- !plus_assoc_eq. apply plus_eq; [apply plus_comm|apply eq_refl']. }
 unfold worth, add_worth. cbn [fst snd]. eapply eq_trans; [apply X|]. apply plus_eq; [apply num_plus|]. eapply eq_trans; [apply X|]. apply plus_eq; [apply ups_plus|apply nim_sum]. Qed.
Lemma add_minus v w : add_worth v (minus_worth no_value w) = minus_worth v w.
Proof. unfold add_worth, minus_worth, no_value. cbn [fst snd]. rewrite N.lxor_0_l. f_equal; f_equal; lia. Qed.
Definition worths (k : nat) (gs : list game) (vs : list (Z * Z * N)) := Forall2 (fun g v => eq g (worth k v)) gs vs.
Lemma no_worth k : worths k [] []. Proof. constructor. Qed.
Lemma one_number k z gs vs : worths k gs vs -> worths k (num k z :: gs) ((z, 0, 0%N) :: vs).
Proof. constructor; auto. unfold worth. cbn [fst snd]. change (plus (ups 0) (star 0)) with zero. rewrite plus_0_r. apply eq_refl'. Qed.
Lemma one_ups k n gs vs : worths k gs vs -> worths k (ups n :: gs) ((0, n, 0%N) :: vs).
Proof. constructor; auto. unfold worth. cbn [fst snd]. rewrite num_0, star_0, plus_0_l, plus_0_r. apply eq_refl'. Qed.
Lemma one_nimber k g n gs vs : eq g (star n) -> worths k gs vs -> worths k (g :: gs) ((0, 0, n) :: vs).
Proof. constructor; auto. unfold worth. cbn [fst snd]. rewrite num_0. change (ups 0) with zero. rewrite !plus_0_l. auto. Qed.
Lemma total_worth k gs vs : worths k gs vs -> eq (total gs) (worth k (all_worth vs)).
Proof. induction 1 as [|g v gs vs E F IH].
 - unfold worth. cbn [all_worth fold_right no_value fst snd]. rewrite num_0, plus_0_l. apply eq_refl'.
 - change (eq (plus g (total gs)) (worth k (add_worth v (all_worth vs)))). eapply eq_trans; [|apply worth_plus]. apply plus_eq; auto. Qed.
Section Claims.
Variables (k : nat) (gs : list game) (vs : list (Z * Z * N)). Hypothesis F : worths k gs vs.
Lemma sign_le : at_least_0 (all_worth vs) = true -> le zero (total gs).
Proof. intro H. eapply le_trans; [apply at_least_yes; exact H|]. apply (total_worth k gs vs F). Qed.
Lemma sign_not_le : at_least_0 (all_worth vs) = false -> ~ le zero (total gs).
Proof. intros H A. apply (at_least_no k _ H). eapply le_trans; [exact A|]. apply (total_worth k gs vs F). Qed.
Lemma sign_ge : at_least_0 (minus_worth no_value (all_worth vs)) = true -> le (total gs) zero.
Proof. intro H. apply (at_least_yes k) in H. eapply le_trans; [apply (total_worth k gs vs F)|]. apply neg_le in H.
 rewrite <- worth_neg, neg_neg in H. exact H. Qed.
Lemma sign_not_ge : at_least_0 (minus_worth no_value (all_worth vs)) = false -> ~ le (total gs) zero.
Proof. intros H A. apply (at_least_no k _ H). assert (B : le (worth k (all_worth vs)) zero) by (eapply le_trans; [apply (total_worth k gs vs F)|exact A]).
 apply neg_le in B. rewrite worth_neg in B. exact B. Qed.
Theorem worth_claim_L : at_least_0 (all_worth vs) && negb (at_least_0 (minus_worth no_value (all_worth vs))) = true -> outL (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. apply negb_true_iff in B. split; [apply win1L, lf_not_le, sign_not_ge; auto|apply win2L, sign_le; auto]. Qed.
Theorem worth_claim_R : negb (at_least_0 (all_worth vs)) && at_least_0 (minus_worth no_value (all_worth vs)) = true -> outR (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. apply negb_true_iff in A. split; [apply win1R, lf_not_le, sign_not_le; auto|apply win2R, sign_ge; auto]. Qed.
Theorem worth_claim_N : negb (at_least_0 (all_worth vs)) && negb (at_least_0 (minus_worth no_value (all_worth vs))) = true -> outN (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. apply negb_true_iff in A, B. split; [apply win1L, lf_not_le, sign_not_ge; auto|apply win1R, lf_not_le, sign_not_le; auto]. Qed.
Theorem worth_claim_P : at_least_0 (all_worth vs) && at_least_0 (minus_worth no_value (all_worth vs)) = true -> outP (total gs).
Proof. intro H. apply andb_true_iff in H as [A B]. split; [apply win2L, sign_le; auto|apply win2R, sign_ge; auto]. Qed.
End Claims.
Section Comparisons.
Variables (k : nat) (gs : list game) (vs : list (Z * Z * N)). Hypothesis F : worths k gs vs.
Variables (hs : list game) (ws : list (Z * Z * N)). Hypothesis H : worths k hs ws.
Lemma difference : eq (plus (total hs) (neg (total gs))) (worth k (minus_worth (all_worth ws) (all_worth vs))).
Proof. pose proof (total_worth _ _ _ F) as A. pose proof (total_worth _ _ _ H) as B. eapply eq_trans; [apply plus_eq; [exact B|]|].
 - destruct A as [A1 A2]. split; [apply neg_le; exact A2|apply neg_le; exact A1].
 - rewrite worth_neg. eapply eq_trans; [apply worth_plus|]. rewrite add_minus. apply eq_refl'. Qed.
Lemma compare_le : at_least_0 (minus_worth (all_worth ws) (all_worth vs)) = true -> le (total gs) (total hs).
Proof. intro A. apply sub_ge. eapply le_trans; [apply (at_least_yes k); exact A|apply difference]. Qed.
Lemma compare_not_le : at_least_0 (minus_worth (all_worth ws) (all_worth vs)) = false -> ~ le (total gs) (total hs).
Proof. intros A B. apply (at_least_no k _ A). eapply le_trans; [|apply difference]. eapply le_trans; [apply plus_neg|]. apply plus_mono; [exact B|apply le_refl]. Qed.
End Comparisons.
Definition ordered vs ws := at_least_0 (minus_worth (all_worth ws) (all_worth vs)).
Theorem worth_claim_le k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : ordered vs ws = true -> le (total gs) (total hs).
Proof. apply (compare_le k gs vs F hs ws H). Qed.
Theorem worth_claim_eq k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : ordered vs ws && ordered ws vs = true -> eq (total gs) (total hs).
Proof. intro A. apply andb_true_iff in A as [A B]. split; [apply (compare_le k gs vs F hs ws H A)|apply (compare_le k hs ws H gs vs F B)]. Qed.
Theorem worth_claim_not_eq k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : negb (ordered vs ws && ordered ws vs) = true -> ~ eq (total gs) (total hs).
Proof. intros A [B C]. apply negb_true_iff, andb_false_iff in A as [A|A]; [apply (compare_not_le k gs vs F hs ws H A B)|apply (compare_not_le k hs ws H gs vs F A C)]. Qed.
Theorem worth_claim_less k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : ordered vs ws && negb (ordered ws vs) = true -> less (total gs) (total hs).
Proof. intro A. apply andb_true_iff in A as [A B]. apply negb_true_iff in B. split; [apply (compare_le k gs vs F hs ws H A)|apply (compare_not_le k hs ws H gs vs F B)]. Qed.
Theorem worth_claim_confused k gs vs (F : worths k gs vs) hs ws (H : worths k hs ws) : negb (ordered vs ws) && negb (ordered ws vs) = true -> confused (total gs) (total hs).
Proof. intro A. apply andb_true_iff in A as [A B]. apply negb_true_iff in A, B. split; [apply (compare_not_le k gs vs F hs ws H A)|apply (compare_not_le k hs ws H gs vs F B)]. Qed.

(* ---- the terms of a sum, so that strategies can play them: its explicit form is theirs *)
Definition spread (k : nat) (v : Z * Z * N) : list game :=
 num k (fst (fst v)) :: repeat (if snd (fst v) <? 0 then down else up) (Z.to_nat (Z.abs (snd (fst v)))) ++ [star (snd v)].
Lemma plus_copies n g l : plus (copies n g) (total l) = total (repeat g n ++ l).
Proof. induction n; cbn [copies repeat app]; [apply plus_0_l|]. rewrite plus_assoc_eq, IHn. reflexivity. Qed.
Lemma spread_worth k v : worth k v = total (spread k v).
Proof. destruct v as [[z n] m]. unfold worth, spread. cbn [fst snd]. change (total (?x :: ?l)) with (plus x (total l)). f_equal.
 rewrite <- plus_copies. cbn [total fold_right]. rewrite plus_0_r. f_equal. unfold ups. destruct (Z.ltb_spec n 0); do 2 f_equal; lia. Qed.
Theorem form_of k gs vs (F : worths k gs vs) hs g : spread k (all_worth vs) = hs -> eq (total hs) (total [g]) -> eq (total gs) g.
Proof. intros <- E. eapply eq_trans; [apply (total_worth k gs vs F)|]. rewrite spread_worth. cbn [total fold_right] in E. rewrite plus_0_r in E. exact E. Qed.
