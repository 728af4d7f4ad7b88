(* Misere.v: misere play of octal games, and a checker of misere quotients. A reader needs the first part alone, with the
   rules of octal codes at the head of Octal.v. *)
From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive.
Import ListNotations.
From Cg Require Import Game Rules Arena Octal OctalCheck Family.
Open Scope N_scope.

(* A position is a list of heaps; a move replaces a heap by the heaps that an option leaves. In misere play a player who
   cannot move wins. misere_P: the player who has moved wins; misere_N: the player who moves next wins. *)
Fixpoint after (c : code) (l : list N) : list (list N) := match l with
 | [] => []
 | h :: r => map (fun o => o ++ r) (options c h) ++ map (cons h) (after c r) end.
Inductive misere_P (c : code) : list N -> Prop :=
 | all_lose l : after c l <> [] -> (forall o, In o (after c l) -> misere_N c o) -> misere_P c l
with misere_N (c : code) : list N -> Prop :=
 | no_move l : after c l = [] -> misere_N c l
 | one_wins l o : In o (after c l) -> misere_P c o -> misere_N c l.
(* A quotient: elements 0, 1, ..., of which 0 is the unit; the product of two; the elements of the heaps 0, 1, ..., repeated
   from the heap n0 on with period p; the set of the elements that are P-positions. *)
Record quotient := { table : list (list N); phi : list N; n0 : N; p : N; winning : list N }.
Definition nth_of (l : list N) (i : N) := nth (N.to_nat i) l 0.
Definition product_of (q : quotient) (x y : N) : N := nth_of (nth (N.to_nat x) (table q) []) y.
Definition element (q : quotient) (h : N) : N := nth_of (phi q) (if h <? n0 q + p q then h else n0 q + (h - n0 q) mod p q).
Definition product (q : quotient) (l : list N) : N := fold_right (fun h x => product_of q (element q h) x) 0 l.
Definition tells (c : code) (q : quotient) := forall l, misere_P c l <-> In (product q l) (winning q).

(* ------------------------------------------------------------------ the checker *)
Lemma after_total c (W : wf c) l : forall o, In o (after c l) -> fold_right N.add 0 o < fold_right N.add 0 l.
Proof. induction l as [|h r IH]; intros o H; [destruct H|]. cbn [after] in H. apply in_app_iff in H as [H|H]; apply in_map_iff in H as [u [<- H]].
 - apply in_options in H. assert (Z : fold_right N.add 0 u < h). { destruct H as [j d I E Q|j d m I E Q1 Q|j d a b I E Qa Qb Q]; pose proof (W _ _ I); simpl; lia. }
   assert (Y : forall u r, fold_right N.add 0 (u ++ r) = fold_right N.add 0 u + fold_right N.add 0 r) by (clear; intros u r; induction u; simpl; lia). rewrite Y. simpl. lia.
 - apply IH in H. simpl. lia. Qed.
Section Check.
Variable c : code.
Variable k : N.                  (* how many elements *)
Variable times : N -> N -> N.
Variable a : N -> N.             (* the element of a heap *)
Variables n0 p : N.
Hypothesis W : wf c.
Hypothesis p1 : 1 <= p. Hypothesis n1 : 1 <= n0.
Hypothesis periodic : forall n, n0 <= n -> a (n + p) = a n.
Hypothesis k1 : 1 <= k.
Hypothesis closed : forall x y, x < k -> y < k -> times x y < k.
Hypothesis assoc : forall x y z, x < k -> y < k -> z < k -> times (times x y) z = times x (times y z).
Hypothesis unit : forall x, x < k -> times 0 x = x.
Hypothesis a_small : forall h, a h < k.
Hypothesis a_zero : a 0 = 0.
Definition prod (l : list N) := fold_right (fun h x => times (a h) x) 0 l.
Lemma prod_small l : prod l < k. Proof. induction l; simpl; [lia|auto]. Qed.
Lemma prod_app l r : prod (l ++ r) = times (prod l) (prod r).
Proof. induction l as [|h l IH]; simpl. { rewrite unit; auto using prod_small. } rewrite IH, assoc; auto using prod_small. Qed.
Lemma prod_map l r : map a l = map a r -> prod l = prod r.
Proof. revert r. induction l; intros [|x r] H; try discriminate; auto. injection H as H1 H2. simpl. rewrite H1, (IHl r H2). auto. Qed.
(* the products of the options of a heap *)
Definition of_heap (h : N) (s : N) := forall x, N.testbit s x = true <-> exists o, move c h o /\ prod o = x.
Lemma earlier h s : 2 * (n0 + p) + digits c <= h -> of_heap (h - p) s -> of_heap h s.
Proof. intros A H x. rewrite (H x). assert (K : forall j d, In (j, d) c -> j <= digits c) by apply digits_max.
 assert (B : forall m, n0 + p <= m -> a (m - p) = a m). { intros m B. replace m with ((m - p) + p) at 2 by lia. symmetry. apply periodic. lia. }
 split; intros [o [M <-]].
 - destruct M as [j d I E Q|j d m I E Q1 Q|j d u v I E Qa Qb Q]; pose proof (K _ _ I).
   + lia.
   + exists [m + p]. split; [eapply leave; eauto; lia|]. apply prod_map. simpl. rewrite periodic by lia. auto.
   + destruct (N.lt_ge_cases v n0).
     * exists [u + p; v]. split; [eapply split; eauto; lia|]. apply prod_map. simpl. rewrite periodic by lia. auto.
     * exists [u; v + p]. split; [eapply split; eauto; lia|]. apply prod_map. simpl. rewrite periodic by lia. auto.
 - destruct M as [j d I E Q|j d m I E Q1 Q|j d u v I E Qa Qb Q]; pose proof (K _ _ I).
   + lia.
   + exists [m - p]. split; [eapply leave; eauto; lia|]. apply prod_map. simpl. rewrite B by lia. auto.
   + destruct (N.lt_ge_cases v (n0 + p)).
     * exists [u - p; v]. split; [eapply split; eauto; lia|]. apply prod_map. simpl. rewrite B by lia. auto.
     * exists [u; v - p]. split; [eapply split; eauto; lia|]. apply prod_map. simpl. rewrite B by lia. auto. Qed.
Definition set_of (l : list N) : N := fold_right (fun x s => N.setbit s x) 0 l.
Lemma setbit_or s i x : N.testbit (N.setbit s i) x = true <-> i = x \/ N.testbit s x = true.
Proof. rewrite N.setbit_eqb. destruct (N.eqb_spec i x); simpl; tauto. Qed.
Lemma set_of_bit l x : N.testbit (set_of l) x = true <-> In x l.
Proof. unfold set_of. induction l as [|y l IH]; cbn [fold_right In]; [rewrite N.bits_0; split; [discriminate|tauto]|]. rewrite setbit_or, IH. tauto. Qed.
Definition heap_set h := set_of (map prod (options c h)).
Lemma heap_set_ok h : of_heap h (heap_set h).
Proof. intro x. unfold heap_set. rewrite set_of_bit, in_map_iff. split; intros [o [A B]]; exists o; split; auto; apply in_options; auto. Qed.
(* the set of the products of a set with an element *)
Definition image (s y : N) := set_of (map (fun x => times x y) (members s)).
Lemma image_bit s y z : N.testbit (image s y) z = true <-> exists x, N.testbit s x = true /\ times x y = z.
Proof. unfold image. rewrite set_of_bit, in_map_iff. split; intros [x [A B]]; exists x; split; auto; apply in_members; auto. Qed.
Hypothesis comm : forall x y, x < k -> y < k -> times x y = times y x.

Definition state := (N * N)%type.
Variables (pairs states : list state) (P : N).
Hypothesis all_heaps : forall h, h < 2 * (n0 + p) + digits c -> In (a h, heap_set h) pairs.
Hypothesis begin : In (0, 0) states.
Definition next (s q : state) : state := (times (fst q) (fst s), N.lor (image (snd q) (fst s)) (image (snd s) (fst q))).
Hypothesis step : forall s q, In s states -> In q pairs -> In (next s q) states.
Hypothesis right : forall s, In s states -> N.testbit P (fst s) = negb (N.eqb (snd s) 0) && N.eqb (N.land (snd s) P) 0.
Lemma heap_pair h : exists s, In (a h, s) pairs /\ of_heap h s.
Proof. remember (N.to_nat h) as f. revert h Heqf. induction f using lt_wf_ind. intros h ->.
 destruct (N.lt_ge_cases h (2 * (n0 + p) + digits c)) as [A|A].
 - exists (heap_set h). split; [auto|apply heap_set_ok].
 - destruct (H (N.to_nat (h - p))) with (h := h - p) as [s [S1 S2]]; [lia|auto|]. exists s. split; [|apply earlier; auto].
   replace h with ((h - p) + p) by lia. rewrite periodic by lia. exact S1. Qed.
Lemma state_of l : exists s, In (prod l, s) states /\ forall x, N.testbit s x = true <-> exists o, In o (after c l) /\ prod o = x.
Proof. induction l as [|h r [s [S1 S2]]].
 - exists 0. split; auto. intro x. rewrite N.bits_0. split; [discriminate|intros [o [[] _]]].
 - destruct (heap_pair h) as [f [F1 F2]]. pose proof (step _ _ S1 F1) as Z. exists (N.lor (image f (prod r)) (image s (a h))). split; [exact Z|].
   intro x. rewrite N.lor_spec, orb_true_iff, !image_bit. cbn [after]. split.
   + intros [[y [Y1 <-]]|[y [Y1 <-]]].
     * apply F2 in Y1 as [o [M <-]]. exists (o ++ r). split; [apply in_app_iff; left; apply in_map_iff; exists o; split; auto; apply in_options; auto|apply prod_app].
     * apply S2 in Y1 as [o [M <-]]. exists (h :: o). split; [apply in_app_iff; right; apply in_map; auto|]. simpl. apply comm; auto using prod_small.
   + intros [o [M <-]]. apply in_app_iff in M as [M|M]; apply in_map_iff in M as [u [<- M]].
     * left. exists (prod u). split; [apply F2; exists u; split; auto; apply in_options; auto|symmetry; apply prod_app].
     * right. exists (prod u). split; [apply S2; exists u; auto|]. simpl. apply comm; auto using prod_small. Qed.
Lemma meets s t : N.eqb (N.land s t) 0 = false -> exists x, N.testbit s x = true /\ N.testbit t x = true.
Proof. intro H. apply N.eqb_neq in H. exists (N.log2 (N.land s t)). apply N.bit_log2 in H. rewrite N.land_spec in H. apply andb_true_iff in H. exact H. Qed.
Theorem quotient_tells l : misere_P c l <-> N.testbit P (prod l) = true.
Proof. assert (Z : forall f l, (N.to_nat (fold_right N.add 0%N l) < f)%nat ->
   (misere_P c l -> N.testbit P (prod l) = true) /\ (N.testbit P (prod l) = true -> misere_P c l) /\ (misere_N c l -> N.testbit P (prod l) = false) /\ (N.testbit P (prod l) = false -> misere_N c l)).
 { induction f; intros m Q; [lia|]. destruct (state_of m) as [s [S1 S2]]. pose proof (right _ S1) as T. cbn [fst snd] in T.
   assert (I : forall o, In o (after c m) -> (misere_P c o -> N.testbit P (prod o) = true) /\ (N.testbit P (prod o) = true -> misere_P c o) /\ (misere_N c o -> N.testbit P (prod o) = false) /\ (N.testbit P (prod o) = false -> misere_N c o)).
   { intros o Ho. apply IHf. apply (after_total c W) in Ho. lia. }
   assert (E0 : after c m = [] -> s = 0). { intro E. apply N.bits_inj_0. intro x. destruct (N.testbit s x) eqn:B; auto. apply S2 in B as [o [B _]]. rewrite E in B. destruct B. }
   assert (E1 : s = 0 -> after c m = []). { intro E. destruct (after c m) as [|o os] eqn:A; auto. assert (B : N.testbit s (prod o) = true) by (apply S2; exists o; simpl; auto). rewrite E, N.bits_0 in B. discriminate. }
   assert (M : forall o, In o (after c m) -> N.testbit P (prod o) = true -> N.testbit P (prod m) = false).
   { intros o Ho B. rewrite T. assert (B2 : N.testbit s (prod o) = true) by (apply S2; eauto). apply andb_false_iff. right. apply N.eqb_neq. intro E.
     assert (B3 : N.testbit (N.land s P) (prod o) = true) by (rewrite N.land_spec, B, B2; auto). rewrite E, N.bits_0 in B3. discriminate. }
   split; [|split; [|split]].
   - intro H. inversion H as [l' A B]; subst. rewrite T. apply andb_true_iff. split.
     + apply negb_true_iff, N.eqb_neq. auto.
     + destruct (N.eqb (N.land s P) 0) eqn:E; auto. exfalso. apply meets in E as [x [X1 X2]]. apply S2 in X1 as [o [O1 <-]].
       pose proof (proj1 (proj2 (proj2 (I o O1))) (B o O1)). congruence.
   - intro H. rewrite T in H. apply andb_true_iff in H as [H1 H2]. apply negb_true_iff, N.eqb_neq in H1. apply N.eqb_eq in H2. constructor; [auto|].
     intros o Ho. apply (I o Ho). destruct (N.testbit P (prod o)) eqn:B; auto. exfalso. assert (B2 : N.testbit s (prod o) = true) by (apply S2; eauto).
     assert (B3 : N.testbit (N.land s P) (prod o) = true) by (rewrite N.land_spec, B, B2; auto). rewrite H2, N.bits_0 in B3. discriminate.
   - intro H. inversion H as [l' A|l' o A B]; subst. + rewrite T, (E0 A). reflexivity. + eapply M; eauto. apply I; auto.
   - intro H. rewrite T in H. apply andb_false_iff in H as [H|H].
     + apply negb_false_iff, N.eqb_eq in H. apply no_move. auto.
     + apply meets in H as [x [X1 X2]]. apply S2 in X1 as [o [O1 <-]]. eapply one_wins; [exact O1|]. apply I; auto. }
 destruct (Z (S (N.to_nat (fold_right N.add 0 l))) l ltac:(lia)) as [A [B _]]. split; auto. Qed.
End Check.

(* ---- the computation. The table of products is kept in a map; the pairs of the heaps and the states are found by
   following the steps, and then it is checked that nothing leads out of them. *)
Definition cell_key (k x y : N) := N.succ_pos (x * k + y).
Definition fill_row (k x : N) (row : list N) (m : PositiveMap.t N) := snd (fold_left (fun ym z => (N.succ (fst ym), PositiveMap.add (cell_key k x (fst ym)) z (snd ym))) row (0, m)).
Definition fill (k : N) (t : list (list N)) := snd (fold_left (fun xm row => (N.succ (fst xm), fill_row k (fst xm) row (snd xm))) t (0, PositiveMap.empty N)).
Definition look (k : N) (m : PositiveMap.t N) (x y : N) := match PositiveMap.find (cell_key k x y) m with Some z => z | None => 0 end.
Definition same_state (s t : N * N) := N.eqb (fst s) (fst t) && N.eqb (snd s) (snd t).
Definition state_key (s : N * N) := glue (N.succ_pos (fst s)) (N.succ_pos (snd s)).
Definition states := PositiveMap.t (N * N).
Definition has (m : states) s := match PositiveMap.find (state_key s) m with Some t => same_state t s | None => false end.
Definition add_state (m : states) s := PositiveMap.add (state_key s) s m.
Definition distinct (l : list (N * N)) : list (N * N) := fst (fold_left (fun lm s => if has (snd lm) s then lm else (s :: fst lm, add_state (snd lm) s)) l ([], PositiveMap.empty _)).
Fixpoint follow (f : nat) (step : N * N -> list (N * N)) (todo : list (N * N)) (l : list (N * N)) (m : states) : list (N * N) := match f, todo with
 | S f, s :: todo => let '(todo, l, m) := fold_left (fun '(todo, l, m) t => if has m t then (todo, l, m) else (t :: todo, t :: l, add_state m t)) (step s) (todo, l, m) in follow f step todo l m
 | _, _ => l end.
Definition most_steps := N.to_nat 1000000.
Definition upto (n : N) := map N.of_nat (seq 0 (N.to_nat n)).
Definition keep (l : list (N * N)) : states := fold_left add_state l (PositiveMap.empty _).
Definition element_map (q : quotient) := fold_left (fun m h => PositiveMap.add (N.succ_pos h) (element q h) m) (upto (n0 q + p q)) (PositiveMap.empty N).
Definition quick (q : quotient) (m : PositiveMap.t N) (h : N) := match PositiveMap.find (N.succ_pos (if h <? n0 q + p q then h else n0 q + (h - n0 q) mod p q)) m with Some x => x | None => 0 end.
Definition tells_check (c : code) (q : quotient) : bool :=
 let k := N.of_nat (length (table q)) in let m := fill k (table q) in let times := look k m in
 let heaps := upto (2 * (n0 q + p q) + digits c) in
 let am := element_map q in let a := quick q am in
 let P := set_of (winning q) in let es := upto k in
 let pairs := distinct (map (fun h => (a h, heap_set c times a h)) heaps) in
 let step := fun s => map (next times s) pairs in
 let l := follow most_steps step [(0, 0)] [(0, 0)] (add_state (PositiveMap.empty _) (0, 0)) in
 let all := keep l in let pm := keep pairs in
 forallb (fun jd => 1 <=? fst jd) c && (1 <=? k) && (1 <=? n0 q) && (1 <=? p q) &&
 forallb (fun x => forallb (fun y => (times x y <? k) && N.eqb (times x y) (times y x) && N.eqb (times x y) (product_of q x y) &&
   forallb (fun z => N.eqb (times (times x y) z) (times x (times y z))) es) es && N.eqb (times 0 x) x) es &&
 forallb (fun h => (a h <? k) && N.eqb (a h) (element q h)) (upto (n0 q + p q)) && N.eqb (a 0) 0 &&
 forallb (fun h => has pm (a h, heap_set c times a h)) heaps &&
 has all (0, 0) && forallb (fun s => forallb (has all) (step s) && Bool.eqb (N.testbit P (fst s)) (negb (N.eqb (snd s) 0) && N.eqb (N.land (snd s) P) 0)) l.
Lemma all_up (n : N) (f : N -> bool) : forallb f (upto n) = true -> forall x, x < n -> f x = true.
Proof. intros H x B. rewrite forallb_forall in H. apply H. unfold upto. apply in_map_iff. exists (N.to_nat x). split; [lia|]. apply in_seq. lia. Qed.
Lemma same_state_ok s t : same_state s t = true -> s = t.
Proof. destruct s, t. unfold same_state. simpl. intro H. apply andb_true_iff in H as [A B]. apply N.eqb_eq in A, B. congruence. Qed.
Lemma has_keep l s : has (keep l) s = true -> In s l.
Proof. unfold keep. assert (Z : forall l m, (forall i t, PositiveMap.find i m = Some t -> In t l \/ False) \/ True -> forall i t, PositiveMap.find i (fold_left add_state l m) = Some t -> In t l \/ PositiveMap.find i m = Some t).
 { clear. induction l as [|x l IH]; intros m _ i t H; [auto|]. simpl in H. apply (IH _ (or_intror I)) in H as [H|H]; [simpl; auto|].
   unfold add_state in H. destruct (Pos.eq_dec i (state_key x)) as [->|n]; [rewrite PositiveMap.gss in H; injection H as <-; simpl; auto|rewrite PositiveMap.gso in H by auto; auto]. }
 unfold has. destruct (PositiveMap.find _ _) as [t|] eqn:E; [|discriminate]. intro H. apply same_state_ok in H. subst t.
 apply (Z l _ (or_intror I)) in E as [E|E]; auto. rewrite PositiveMap.gempty in E. discriminate. Qed.
Theorem tells_sound c q : tells_check c q = true -> tells c q.
Proof. unfold tells_check. cbv zeta.
 set (k := N.of_nat (length (table q))). set (m := fill k (table q)). set (times := look k m).
 set (heaps := upto (2 * (n0 q + p q) + digits c)).
 set (a := quick q (element_map q)).
 set (P := set_of (winning q)). set (pairs := distinct _). set (l := follow _ _ _ _ _). intro H.
 repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?] end.
 match goal with H : forallb (fun jd => 1 <=? fst jd) c = true |- _ => apply wf_check in H; rename H into W end.
 match goal with H : (1 <=? k) = true |- _ => apply N.leb_le in H; rename H into K1 end.
 match goal with H : (1 <=? n0 q) = true |- _ => apply N.leb_le in H; rename H into N1 end.
 match goal with H : (1 <=? p q) = true |- _ => apply N.leb_le in H; rename H into P1 end.
 match goal with H : N.eqb (a 0) 0 = true |- _ => apply N.eqb_eq in H; rename H into A0 end.
 match goal with H : has (keep l) (0, 0) = true |- _ => apply has_keep in H; rename H into B0 end.
 match goal with H : forallb _ (upto k) = true |- _ => pose proof (all_up k _ H) as M; clear H end.
 match goal with H : forallb _ (upto (n0 q + p q)) = true |- _ => pose proof (all_up _ _ H) as E; clear H end.
 match goal with H : forallb _ heaps = true |- _ => pose proof (all_up _ _ H) as HH; clear H end.
 match goal with H : forallb _ l = true |- _ => rewrite forallb_forall in H; rename H into S end.
 cbv beta in M, E, HH.
 assert (M1 : forall x y, x < k -> y < k -> times x y < k /\ times x y = times y x /\ times x y = product_of q x y /\ forall z, z < k -> times (times x y) z = times x (times y z)).
 { intros x y X Y. specialize (M x X). apply andb_true_iff in M as [M _]. pose proof (all_up _ _ M y Y) as Q. cbv beta in Q.
   apply andb_true_iff in Q as [Q Q4]. apply andb_true_iff in Q as [Q Q3]. apply andb_true_iff in Q as [Q1 Q2].
   apply N.ltb_lt in Q1. apply N.eqb_eq in Q2, Q3. repeat split; auto. intros z Z. pose proof (all_up _ _ Q4 z Z) as V. cbv beta in V. apply N.eqb_eq in V. exact V. }
 assert (M2 : forall x, x < k -> times 0 x = x). { intros x X. specialize (M x X). apply andb_true_iff in M as [_ M]. apply N.eqb_eq in M. exact M. }
 assert (IN : forall h, (if h <? n0 q + p q then h else n0 q + (h - n0 q) mod p q) < n0 q + p q).
 { intro h. destruct (N.ltb_spec h (n0 q + p q)); auto. pose proof (N.mod_lt (h - n0 q) (p q)). lia. }
 assert (AE : forall h, a h < k /\ a h = element q h).
 { intro h. pose proof (IN h) as B. set (g := if h <? n0 q + p q then h else n0 q + (h - n0 q) mod p q) in *.
   assert (G : (if g <? n0 q + p q then g else n0 q + (g - n0 q) mod p q) = g) by (destruct (N.ltb_spec g (n0 q + p q)); auto; lia).
   specialize (E g B). apply andb_true_iff in E as [E1 E2]. apply N.ltb_lt in E1. apply N.eqb_eq in E2.
   assert (AG : a g = a h) by (unfold a, quick; fold g; rewrite G; reflexivity). rewrite AG in *. split; auto. rewrite E2. unfold element. fold g. rewrite G. reflexivity. }
 assert (PE : forall n, n0 q <= n -> a (n + p q) = a n).
 { intros n A. rewrite !(proj2 (AE _)). unfold element. f_equal. destruct (N.ltb_spec (n + p q) (n0 q + p q)); [lia|].
   destruct (N.ltb_spec n (n0 q + p q)).
   - replace (n + p q - n0 q) with ((n - n0 q) + 1 * p q) by lia. rewrite N.mod_add, N.mod_small by lia. lia.
   - replace (n + p q - n0 q) with ((n - n0 q) + 1 * p q) by lia. rewrite N.mod_add by lia. auto. }
 intro x. assert (PR : product q x = prod times a x /\ prod times a x < k).
 { induction x as [|h x [I1 I2]]; simpl; [lia|]. rewrite I1, <- (proj2 (AE h)). destruct (M1 (a h) (prod times a x)) as [Q1 [_ [Q3 _]]]; [apply AE|auto|]. rewrite Q3 in *. auto. }
 rewrite (proj1 PR). rewrite <- set_of_bit. fold P.
 apply (quotient_tells c k times a (n0 q) (p q)) with (pairs := pairs) (states := l); auto.
 - intros; apply M1; auto.
 - intros u v w U V Z. apply M1; auto.
 - intro h. apply AE.
 - intros; apply M1; auto.
 - intros h Hh. apply has_keep. exact (HH h Hh).
 - intros s t Hs Ht. destruct (andb_prop _ _ (S s Hs)) as [S1 _]. rewrite forallb_forall in S1. apply has_keep. apply S1. apply in_map. exact Ht.
 - intros s Hs. destruct (andb_prop _ _ (S s Hs)) as [_ S1]. apply Bool.eqb_prop in S1. exact S1. Qed.
