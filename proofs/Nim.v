(* Nim.v: the sum of nimbers is the exclusive or; a game whose options are nimbers is the least that is missing. *)
From Coq Require Import List Arith Lia Bool NArith.
Import ListNotations.
From Cg Require Import Game Order.

Lemma in_stars n x : In x (stars n) <-> exists k, (N.to_nat k < n)%nat /\ x = star k.
Proof. induction n; simpl. { split; [intros []|intros [k [H _]]; lia]. }
 rewrite IHn. split.
 - intros [<-|[k [H ->]]]; [exists (N.of_nat n)|exists k]; split; try lia; auto. unfold star. rewrite Nnat.Nat2N.id. auto.
 - intros [k [H ->]]. destruct (Nat.eq_dec (N.to_nat k) n) as [<-|]; [left; auto|right; exists k; split; auto; lia]. Qed.
Lemma in_star n x : In x (stars (N.to_nat n)) <-> exists k, (k < n)%N /\ x = star k.
Proof. rewrite in_stars. split; intros [k [H ->]]; exists k; split; auto; lia. Qed.

(* a game whose options are nimbers other than *n, among them all smaller ones on both sides, is *n *)
Lemma mex_star g n :
 (forall x, In x (L g) \/ In x (R g) -> exists k, k <> n /\ eq x (star k)) ->
 (forall k, (k < n)%N -> (exists x, In x (L g) /\ eq x (star k)) /\ (exists x, In x (R g) /\ eq x (star k))) -> eq g (star n).
Proof. intros A B. split; constructor; intros x Hx.
 - destruct (A x (or_introl Hx)) as [k [ne [E1 E2]]]. eapply le_lf; [exact E1|]. destruct (N.lt_ge_cases k n).
   + apply lf_l with (star k); [|apply le_refl]. simpl. apply in_star; eauto.
   + apply lf_r with (star n); [|apply le_refl]. simpl. apply in_star. exists n; split; auto; lia.
 - simpl in Hx. apply in_star in Hx as [k [Hk ->]]. destruct (B k Hk) as [_ [y [Hy [E _]]]]. eapply lf_r; eauto.
 - simpl in Hx. apply in_star in Hx as [k [Hk ->]]. destruct (B k Hk) as [[y [Hy [_ E]]] _]. eapply lf_l; eauto.
 - destruct (A x (or_intror Hx)) as [k [ne [E1 E2]]]. eapply lf_le; [|exact E2]. destruct (N.lt_ge_cases k n).
   + apply lf_r with (star k); [|apply le_refl]. simpl. apply in_star; eauto.
   + apply lf_l with (star n); [|apply le_refl]. simpl. apply in_star. exists n; split; auto; lia. Qed.

Open Scope N_scope.
Lemma lt_by_bit t : forall x y, N.testbit x t = false -> N.testbit y t = true -> (forall j, t < j -> N.testbit x j = N.testbit y j) -> x < y.
Proof. induction t using N.peano_ind; intros x y A B C.
 - assert (E : N.div2 x = N.div2 y). { apply N.bits_inj. intro j. rewrite !N.div2_spec, !N.shiftr_spec by lia. apply C. lia. }
   rewrite N.bit0_odd in A, B. rewrite (N.div2_odd x), (N.div2_odd y), A, B, E. cbn [N.b2n]. lia.
 - assert (Q : N.div2 x < N.div2 y). { apply IHt.
   - rewrite N.div2_spec, N.shiftr_spec by lia. rewrite N.add_1_r. auto.
   - rewrite N.div2_spec, N.shiftr_spec by lia. rewrite N.add_1_r. auto.
   - intros j Hj. rewrite !N.div2_spec, !N.shiftr_spec by lia. apply C. lia. }
   rewrite (N.div2_odd x), (N.div2_odd y). destruct (N.odd x), (N.odd y); cbn [N.b2n]; lia. Qed.
Lemma nim_move a b k : k < N.lxor a b -> (exists a', a' < a /\ N.lxor a' b = k) \/ (exists b', b' < b /\ N.lxor a b' = k).
Proof. set (s := N.lxor a b). intro H. set (d := N.lxor k s).
 assert (D : d <> 0). { intro E. apply N.lxor_eq in E. lia. }
 set (t := N.log2 d). assert (T : N.testbit d t = true) by (apply N.bit_log2; auto).
 assert (U : forall j, t < j -> N.testbit d j = false) by (intros; apply N.bits_above_log2; auto).
 assert (Sx : N.testbit s t = true).
 { destruct (N.testbit s t) eqn:E; auto. exfalso. assert (s < k); [|lia]. apply lt_by_bit with t; auto.
   - unfold d in T. rewrite N.lxor_spec, E in T. destruct (N.testbit k t); auto.
   - intros j Hj. specialize (U j Hj). unfold d in U. rewrite N.lxor_spec in U. destruct (N.testbit k j), (N.testbit s j); auto. }
 assert (G : forall x, N.testbit x t = true -> N.lxor x d < x).
 { intros x Hx. apply lt_by_bit with t; auto. - rewrite N.lxor_spec, Hx, T; auto. - intros j Hj. rewrite N.lxor_spec, (U j Hj). destruct (N.testbit x j); auto. }
 assert (K : N.lxor s d = k). { unfold d. rewrite (N.lxor_comm k s), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. auto. }
 unfold s in Sx. rewrite N.lxor_spec in Sx. destruct (N.testbit a t) eqn:Ea.
 - left. exists (N.lxor a d). split; [apply G; exact Ea|]. transitivity (N.lxor s d); [|exact K]. unfold s. rewrite !N.lxor_assoc, (N.lxor_comm d b). auto.
 - right. cbn in Sx. exists (N.lxor b d). split; [apply G; destruct (N.testbit b t); auto|]. transitivity (N.lxor s d); [|exact K]. unfold s. rewrite N.lxor_assoc. auto. Qed.
Theorem nim_sum a b : eq (plus (star a) (star b)) (star (N.lxor a b)).
Proof. remember (S (N.to_nat a + N.to_nat b)) as n. assert (Q : (N.to_nat a + N.to_nat b < n)%nat) by lia. clear Heqn. revert a b Q.
 induction n; intros a b Q; [lia|]. apply mex_star.
 - assert (Z : forall x, (exists y, In y (stars (N.to_nat a)) /\ x = plus y (star b)) \/ (exists y, In y (stars (N.to_nat b)) /\ x = plus (star a) y) -> exists k, k <> N.lxor a b /\ eq x (star k)).
   { intros x [[y [Hy ->]]|[y [Hy ->]]]; apply in_star in Hy as [k [Hk ->]].
     - exists (N.lxor k b). split; [|apply IHn; lia]. intro E. apply (f_equal (fun z => N.lxor z b)) in E. rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in E. lia.
     - exists (N.lxor a k). split; [|apply IHn; lia]. intro E. apply (f_equal (N.lxor a)) in E. rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E. lia. }
   intros x [H|H]; [apply in_plus_L in H|apply in_plus_R in H]; apply Z; auto.
 - intros k Hk. apply nim_move in Hk as [[c [Hc <-]]|[c [Hc <-]]].
   + split; exists (plus (star c) (star b)); (split; [|apply IHn; lia]); [apply in_plus_L|apply in_plus_R]; left; exists (star c); split; auto; simpl; apply in_star; eauto.
   + split; exists (plus (star a) (star c)); (split; [|apply IHn; lia]); [apply in_plus_L|apply in_plus_R]; right; exists (star c); split; auto; simpl; apply in_star; eauto. Qed.
Definition xors (l : list N) := fold_right N.lxor 0 l.
Theorem nim_total l : eq (total (map star l)) (star (xors l)).
Proof. induction l. { apply eq_refl'. } change (eq (plus (star a) (total (map star l))) (star (N.lxor a (xors l)))). eapply eq_trans; [|apply nim_sum]. apply plus_eq; auto. apply eq_refl'. Qed.
(* *n is a first-player win unless n = 0 *)
Lemma star_outcome n : n <> 0 -> outN (star n).
Proof. intro H. assert (I : In zero (stars (N.to_nat n))). { apply (in_star n). exists 0. split; [lia|reflexivity]. }
 split; [apply w1 with zero|apply w1 with zero]; auto; constructor; intros x []. Qed.
Lemma outP_eq g : outP g <-> eq g zero.
Proof. unfold outP, eq. rewrite win2L, win2R. tauto. Qed.
Theorem nim_outcome l : if N.eqb (xors l) 0 then outP (total (map star l)) else outN (total (map star l)).
Proof. destruct (N.eqb_spec (xors l) 0) as [E|E].
 - apply outP_eq. rewrite <- (eq_refl : star 0 = zero). rewrite <- E. apply nim_total.
 - destruct (star_outcome _ E) as [A B]. destruct (nim_total l) as [C D]. split.
   + apply win1L. apply win1L in A. eapply lf_le; eauto. + apply win1R. apply win1R in B. eapply le_lf; eauto. Qed.
Lemma nim_P l : N.eqb (xors l) 0 = true -> outP (total (map star l)).
Proof. pose proof (nim_outcome l). destruct (N.eqb (xors l) 0); [auto|discriminate]. Qed.
Lemma nim_N l : N.eqb (xors l) 0 = false -> outN (total (map star l)).
Proof. pose proof (nim_outcome l). destruct (N.eqb (xors l) 0); [discriminate|auto]. Qed.
