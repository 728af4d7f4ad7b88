(* Codes.v: the rulesets as universes of the checker: a key for each position, a test of equality, and how positions
   fall apart. None of it is part of a statement; a wrong key would cost time, not truth. *)
From Coq Require Import List Arith Lia Bool PArith NArith.
Import ListNotations.
From Cg Require Import Game Order Rules Arena.
Open Scope N_scope.

(* ---- keys *)
Definition pair_key (p : N * N) : positive := glue (N.succ_pos (fst p)) (N.succ_pos (snd p)).
Definition pair_eqb (p q : N * N) : bool := N.eqb (fst p) (fst q) && N.eqb (snd p) (snd q).
Lemma pair_eqb_ok p q : pair_eqb p q = true -> p = q.
Proof. destruct p, q. unfold pair_eqb. simpl. intro H. apply andb_true_iff in H as [A B]. apply N.eqb_eq in A, B. congruence. Qed.
Lemma N_eqb_ok p q : N.eqb p q = true -> p = q. Proof. apply N.eqb_eq. Qed.
Definition cell_eqb a b := match a, b with E, E | X, X | O, O | W, W => true | _, _ => false end.
Lemma cell_eqb_ok a b : cell_eqb a b = true -> a = b. Proof. destruct a, b; auto; discriminate. Qed.
Fixpoint strip_key p : positive := match p with [] => xH | E :: p => xO (xO (strip_key p)) | X :: p => xO (xI (strip_key p))
 | O :: p => xI (xO (strip_key p)) | W :: p => xI (xI (strip_key p)) end.
Fixpoint list_eqb {A} (e : A -> A -> bool) p q := match p, q with [], [] => true | a :: p, b :: q => e a b && list_eqb e p q | _, _ => false end.
Lemma list_eqb_ok {A} (e : A -> A -> bool) : (forall a b, e a b = true -> a = b) -> forall p q, list_eqb e p q = true -> p = q.
Proof. intros H p. induction p as [|a p IH]; intros [|b q]; simpl; try discriminate; auto. intro Q. apply andb_true_iff in Q as [A1 A2]. f_equal; auto. Qed.
Definition edge_eqb (a b : edge) := pair_eqb (fst a) (fst b) && cell_eqb (snd a) (snd b).
Lemma edge_eqb_ok a b : edge_eqb a b = true -> a = b.
Proof. destruct a, b. unfold edge_eqb. simpl. intro H. apply andb_true_iff in H as [A B]. apply pair_eqb_ok in A. apply cell_eqb_ok in B. congruence. Qed.
Fixpoint edges_key (es : list edge) : positive := match es with [] => xH
 | e :: r => xO (glue (pair_key (fst e)) (glue (strip_key [snd e]) (edges_key r))) end.

Definition clobber_u n : univ := simple (clobber n) pair_key pair_eqb pair_eqb_ok.
Definition nogo_u w all : univ := simple (nogo w all) pair_key pair_eqb pair_eqb_ok.
Definition col_u near : univ := simple (col near) pair_key pair_eqb pair_eqb_ok.
Definition snort_u near : univ := simple (snort near) pair_key pair_eqb pair_eqb_ok.
Definition toads_u : univ := simple toads_and_frogs strip_key (list_eqb cell_eqb) (list_eqb_ok cell_eqb cell_eqb_ok).
Definition toppling_u : univ := simple toppling_dominoes strip_key (list_eqb cell_eqb) (list_eqb_ok cell_eqb cell_eqb_ok).
Definition hackenbush_u : univ := simple hackenbush edges_key (list_eqb edge_eqb) (list_eqb_ok edge_eqb edge_eqb_ok).
Definition graph_u T : univ := simple (graph T) (fun p => p) Pos.eqb pos_eqb_ok.
Definition nim_u : univ := simple nim N.succ_pos N.eqb N_eqb_ok.

(* ---- games whose moves correspond are equal *)
Lemma bisim (Q : game -> game -> Prop) :
 (forall g h, Q g h -> (forall x, In x (L g) -> exists y, In y (L h) /\ Q x y) /\ (forall y, In y (L h) -> exists x, In x (L g) /\ Q x y) /\
   (forall x, In x (R g) -> exists y, In y (R h) /\ Q x y) /\ (forall y, In y (R h) -> exists x, In x (R g) /\ Q x y)) ->
 forall g h, Q g h -> eq g h.
Proof. intros H. assert (Z : forall n g h, (rank g + rank h < n)%nat -> Q g h -> eq g h).
 { induction n; intros g h B q; [lia|]. destruct (H g h q) as [H1 [H2 [H3 H4]]].
   assert (K : forall x y, Q x y -> (rank x < rank g)%nat -> (rank y < rank h)%nat -> eq x y) by (intros; apply IHn; auto; lia).
   split; constructor; intros x Hx.
   - destruct (H1 x Hx) as [y [Hy q']]. eapply lf_l; [exact Hy|]. apply (K x y); auto.
   - destruct (H4 x Hx) as [y [Hy q']]. eapply lf_r; [exact Hy|]. apply (K y x); auto.
   - destruct (H2 x Hx) as [y [Hy q']]. eapply lf_l; [exact Hy|]. apply (K y x); auto.
   - destruct (H3 x Hx) as [y [Hy q']]. eapply lf_r; [exact Hy|]. apply (K x y); auto. }
 intros g h. apply (Z (S (rank g + rank h))). lia. Qed.

(* ---- games of dominoes fall apart: dl, dr are the distances of the two squares of a domino of Left, of Right *)
Section Dominoes.
Variables (l r : N -> list N) (dl dr : list N).
Hypothesis l_lt : forall p q, In q (l p) -> (N.to_nat q < N.to_nat p)%nat.
Hypothesis r_lt : forall p q, In q (r p) -> (N.to_nat q < N.to_nat p)%nat.
Definition placed (ds : list N) s q := exists d i, In d ds /\ N.testbit s i = true /\ N.testbit s (i + d) = true /\ q = N.clearbit (N.clearbit s i) (i + d).
Hypothesis l_ok : forall s q, In q (l s) <-> placed dl s q.
Hypothesis r_ok : forall s q, In q (r s) <-> placed dr s q.
Let A : rules := {| pos := N; left := l; right := r; size := N.to_nat; left_size := l_lt; right_size := r_lt |}.
Definition apart (es : list N) s q t := (forall k, N.testbit s k = N.testbit q k || N.testbit t k) /\ (forall k, N.testbit q k && N.testbit t k = false) /\
 (forall d k, In d es -> N.testbit s k = true -> N.testbit s (k + d) = true -> N.testbit q k = N.testbit q (k + d)).
Definition lay s i d := N.clearbit (N.clearbit s i) (i + d).
Lemma lay_bit s i d k : N.testbit (lay s i d) k = N.testbit s k && negb (N.eqb i k) && negb (N.eqb (i + d) k).
Proof. unfold lay. rewrite !N.clearbit_eqb. auto. Qed.
Lemma lay_out s i d : N.testbit s i = false -> N.testbit s (i + d) = false -> lay s i d = s.
Proof. intros H1 H2. apply N.bits_inj. intro k. rewrite lay_bit. destruct (N.eqb_spec i k); [subst; rewrite H1; auto|]. destruct (N.eqb_spec (i + d) k); [subst; rewrite H2; auto|]. rewrite !andb_true_r. auto. Qed.
Lemma apart_lay es s q t i d : apart es s q t -> apart es (lay s i d) (lay q i d) (lay t i d).
Proof. intros [H1 [H2 H3]]. split; [|split].
 - intro k. rewrite !lay_bit, H1. destruct (N.testbit q k), (N.testbit t k), (N.eqb i k), (N.eqb (i + d) k); auto.
 - intro k. rewrite !lay_bit. specialize (H2 k). destruct (N.testbit q k), (N.testbit t k), (N.eqb i k), (N.eqb (i + d) k); auto.
 - intros e k D. rewrite !lay_bit. intros B1 B2. apply andb_true_iff in B1 as [B1 N2], B2 as [B2 N4]. apply andb_true_iff in B1 as [B1 N1], B2 as [B2 N3].
   rewrite N1, N2, N3, N4, !andb_true_r. apply H3; auto. Qed.
Lemma apart_sym es s q t : apart es s q t -> apart es s t q.
Proof. intros [H1 [H2 H3]]. split; [|split].
 - intro k. rewrite H1, orb_comm. auto. - intro k. rewrite andb_comm. auto.
 - intros d k D B1 B2. specialize (H3 d k D B1 B2). rewrite H1 in B1, B2. pose proof (H2 k). pose proof (H2 (k + d)).
   destruct (N.testbit q k), (N.testbit t k), (N.testbit q (k + d)), (N.testbit t (k + d)); auto; discriminate. Qed.
Lemma apart_in es s q t k : apart es s q t -> N.testbit q k = true -> N.testbit s k = true /\ N.testbit t k = false.
Proof. intros [H1 [H2 _]] B. rewrite H1. specialize (H2 k). rewrite B in *. auto. Qed.
(* a domino in s lies in q or in t, and the other part stays as it is *)
Lemma down es ds s q t p : (forall d, In d ds -> In d es) -> apart es s q t -> placed ds s p ->
 (exists q', placed ds q q' /\ apart es p q' t) \/ (exists t', placed ds t t' /\ apart es p q t').
Proof. intros D H [d [i [I [B1 [B2 ->]]]]]. fold (lay s i d). pose proof (apart_lay es s q t i d H) as Z.
 destruct (N.testbit q i) eqn:Q.
 - pose proof (proj2 (proj2 H) d i (D d I) B1 B2) as E. rewrite Q in E. symmetry in E.
   assert (T : lay t i d = t) by (apply lay_out; eapply apart_in; eauto). rewrite T in Z. left. exists (lay q i d). split; [exists d, i; auto|exact Z].
 - pose proof (proj2 (proj2 H) d i (D d I) B1 B2) as E. rewrite Q in E. symmetry in E. destruct H as [H1 _]. rewrite H1, Q in B1. rewrite H1, E in B2.
   assert (T : lay q i d = q) by (apply lay_out; auto). rewrite T in Z. right. exists (lay t i d). split; [exists d, i; auto|exact Z]. Qed.
Lemma up es ds s q t q' : apart es s q t -> placed ds q q' -> exists p, placed ds s p /\ apart es p q' t.
Proof. intros H [d [i [I [B1 [B2 ->]]]]]. fold (lay q i d). exists (lay s i d). split.
 - exists d, i. split; auto. split; [|split; auto]; eapply apart_in; eauto.
 - assert (T : lay t i d = t) by (apply lay_out; eapply apart_in; eauto). pose proof (apart_lay es s q t i d H) as Z. rewrite T in Z. exact Z. Qed.
Lemma apart_ok s q t : apart (dl ++ dr) s q t -> eq (val A s) (plus (val A q) (val A t)).
Proof. intro H. apply (bisim (fun g h => exists s q t, g = val A s /\ h = plus (val A q) (val A t) /\ apart (dl ++ dr) s q t)); [|eauto 8].
 clear s q t H. intros g h [s [q [t [-> [-> H]]]]].
 assert (Z : forall ds f, (forall d, In d ds -> In d (dl ++ dr)) -> (forall s q, In q (f s) <-> placed ds s q) ->
  (forall x, In x (map (val A) (f s)) -> exists y, ((exists a, In a (map (val A) (f q)) /\ y = plus a (val A t)) \/ (exists a, In a (map (val A) (f t)) /\ y = plus (val A q) a)) /\
    exists s q t, x = val A s /\ y = plus (val A q) (val A t) /\ apart (dl ++ dr) s q t) /\
  (forall y, ((exists a, In a (map (val A) (f q)) /\ y = plus a (val A t)) \/ (exists a, In a (map (val A) (f t)) /\ y = plus (val A q) a)) -> exists x, In x (map (val A) (f s)) /\
    exists s q t, x = val A s /\ y = plus (val A q) (val A t) /\ apart (dl ++ dr) s q t)).
 { intros ds f D F. split.
   - intros x Hx. apply in_map_iff in Hx as [p [<- Hp]]. apply F in Hp. apply (down (dl ++ dr) ds s q t p D H) in Hp as [[q' [P C]]|[t' [P C]]].
     + exists (plus (val A q') (val A t)). split; [left; exists (val A q'); split; auto; apply in_map, F; auto|exists p, q', t; auto].
     + exists (plus (val A q) (val A t')). split; [right; exists (val A t'); split; auto; apply in_map, F; auto|exists p, q, t'; auto].
   - intros y [[a [Ha ->]]|[a [Ha ->]]]; apply in_map_iff in Ha as [q' [<- Hq]]; apply F in Hq.
     + apply (up (dl ++ dr) ds s q t) in Hq as [p [P C]]; auto. exists (val A p). split; [apply in_map, F; auto|exists p, q', t; auto].
     + apply (up (dl ++ dr) ds s t q) in Hq as [p [P C]]; [|apply apart_sym; auto]. exists (val A p). split; [apply in_map, F; auto|]. exists p, q, q'. split; auto. split; auto. apply apart_sym. auto. }
 destruct (Z dl l (fun d I => proj2 (in_app_iff _ _ _) (or_introl I)) l_ok) as [L1 L2]. destruct (Z dr r (fun d I => proj2 (in_app_iff _ _ _) (or_intror I)) r_ok) as [R1 R2].
 assert (EL : forall s, L (val A s) = map (val A) (l s)) by (intro; apply (val_L A)).
 assert (ER : forall s, R (val A s) = map (val A) (r s)) by (intro; apply (val_R A)).
 rewrite EL, ER. split; [|split; [|split]].
 - intros x Hx. destruct (L1 x Hx) as [y [Y1 Y2]]. exists y. split; auto. apply in_plus_L. rewrite !EL. auto.
 - intros y Hy. apply in_plus_L in Hy. rewrite !EL in Hy. auto.
 - intros x Hx. destruct (R1 x Hx) as [y [Y1 Y2]]. exists y. split; auto. apply in_plus_R. rewrite !ER. auto.
 - intros y Hy. apply in_plus_R in Hy. rewrite !ER in Hy. auto. Qed.

(* Left may refuse to play across a cut that no domino of Right crosses: the parts are at most the whole *)
Lemma sim (Q : game -> game -> Prop) :
 (forall g h, Q g h -> (forall x, In x (L g) -> exists y, In y (L h) /\ Q x y) /\ (forall y, In y (R h) -> exists x, In x (R g) /\ Q x y)) ->
 forall g h, Q g h -> le g h.
Proof. intros H. assert (Z : forall n g h, (rank g + rank h < n)%nat -> Q g h -> le g h).
 { induction n; intros g h B q; [lia|]. destruct (H g h q) as [H1 H2].
   assert (K : forall x y, Q x y -> (rank x < rank g)%nat -> (rank y < rank h)%nat -> le x y) by (intros; apply IHn; auto; lia).
   constructor; intros x Hx.
   - destruct (H1 x Hx) as [y [Hy q']]. eapply lf_l; [exact Hy|]. apply (K x y); auto.
   - destruct (H2 x Hx) as [y [Hy q']]. eapply lf_r; [exact Hy|]. apply (K y x); auto. }
 intros g h. apply (Z (S (rank g + rank h))). lia. Qed.
Lemma val_LA s : L (val A s) = map (val A) (l s). Proof. apply (val_L A). Qed.
Lemma val_RA s : R (val A s) = map (val A) (r s). Proof. apply (val_R A). Qed.
Lemma up_sum es ds f s q t y : apart es s q t -> (forall s q, In q (f s) <-> placed ds s q) ->
 ((exists a, In a (map (val A) (f q)) /\ y = plus a (val A t)) \/ (exists a, In a (map (val A) (f t)) /\ y = plus (val A q) a)) ->
 exists p q' t', In (val A p) (map (val A) (f s)) /\ y = plus (val A q') (val A t') /\ apart es p q' t'.
Proof. intros H F [[a [Ha ->]]|[a [Ha ->]]]; apply in_map_iff in Ha as [q' [<- Hq]]; apply F in Hq.
 - apply (up es ds s q t) in Hq as [p [P C]]; auto. exists p, q', t. split; [apply in_map, F; auto|auto].
 - apply (up es ds s t q) in Hq as [p [P C]]; [|apply apart_sym; auto]. exists p, q, q'. split; [apply in_map, F; auto|]. split; auto. apply apart_sym. auto. Qed.
Lemma down_sum es ds f s q t x : (forall d, In d ds -> In d es) -> apart es s q t -> (forall s q, In q (f s) <-> placed ds s q) -> In x (map (val A) (f s)) ->
 exists p q' t', x = val A p /\ ((exists a, In a (map (val A) (f q)) /\ plus (val A q') (val A t') = plus a (val A t)) \/ (exists a, In a (map (val A) (f t)) /\ plus (val A q') (val A t') = plus (val A q) a)) /\ apart es p q' t'.
Proof. intros D H F Hx. apply in_map_iff in Hx as [p [<- Hp]]. apply F in Hp. apply (down es ds s q t p D H) in Hp as [[q' [P C]]|[t' [P C]]].
 - exists p, q', t. split; auto. split; auto. left. exists (val A q'). split; auto. apply in_map, F; auto.
 - exists p, q, t'. split; auto. split; auto. right. exists (val A t'). split; auto. apply in_map, F; auto. Qed.
Lemma cut_le s q t : apart dr s q t -> le (plus (val A q) (val A t)) (val A s).
Proof. intro H. apply (sim (fun g h => exists s q t, g = plus (val A q) (val A t) /\ h = val A s /\ apart dr s q t)); [|eauto 8].
 clear s q t H. intros g h [s [q [t [-> [-> H]]]]]. split.
 - intros x Hx. apply in_plus_L in Hx. rewrite !val_LA in Hx. apply (up_sum dr dl l s q t x H l_ok) in Hx as [p [q' [t' [I [-> C]]]]].
   exists (val A p). rewrite val_LA. split; auto. exists p, q', t'. auto.
 - intros y Hy. rewrite val_RA in Hy. apply (down_sum dr dr r s q t y (fun d I => I) H r_ok) in Hy as [p [q' [t' [-> [I C]]]]].
   exists (plus (val A q') (val A t')). split; [apply in_plus_R; rewrite !val_RA; auto|]. exists p, q', t'. auto. Qed.
Lemma cut_ge s q t : apart dl s q t -> le (val A s) (plus (val A q) (val A t)).
Proof. intro H. apply (sim (fun g h => exists s q t, h = plus (val A q) (val A t) /\ g = val A s /\ apart dl s q t)); [|eauto 8].
 clear s q t H. intros g h [s [q [t [-> [-> H]]]]]. split.
 - intros y Hy. rewrite val_LA in Hy. apply (down_sum dl dl l s q t y (fun d I => I) H l_ok) in Hy as [p [q' [t' [-> [I C]]]]].
   exists (plus (val A q') (val A t')). split; [apply in_plus_L; rewrite !val_LA; auto|]. exists p, q', t'. auto.
 - intros x Hx. apply in_plus_R in Hx. rewrite !val_RA in Hx. apply (up_sum dl dr r s q t x H r_ok) in Hx as [p [q' [t' [I [-> C]]]]].
   exists (val A p). rewrite val_RA. split; auto. exists p, q', t'. auto. Qed.
(* a board cut into bands: no domino with its squares one of es apart crosses a cut *)
Fixpoint bands (es : list N) (s : N) (qs : list N) : bool := match qs with [] => N.eqb s 0
 | q :: qs => let t := N.ldiff s q in N.eqb (N.land s q) q &&
   forallb (fun d => N.eqb (N.land q (N.shiftr t d)) 0 && N.eqb (N.land t (N.shiftr q d)) 0) es && bands es t qs end.
Lemma band_apart es s q : N.land s q = q -> forallb (fun d => N.eqb (N.land q (N.shiftr (N.ldiff s q) d)) 0 && N.eqb (N.land (N.ldiff s q) (N.shiftr q d)) 0) es = true ->
 apart es s q (N.ldiff s q).
Proof. intros I C. rewrite forallb_forall in C. assert (J : forall k, N.testbit q k = true -> N.testbit s k = true).
 { intros k B. rewrite <- I, N.land_spec in B. apply andb_true_iff in B. tauto. }
 split; [|split].
 - intro k. rewrite N.ldiff_spec. specialize (J k). destruct (N.testbit q k), (N.testbit s k); auto.
 - intro k. rewrite N.ldiff_spec. destruct (N.testbit q k), (N.testbit s k); auto.
 - intros d k D B1 B2. specialize (C d D). apply andb_true_iff in C as [C1 C2]. apply N.eqb_eq in C1, C2.
   assert (Z1 : N.testbit (N.land q (N.shiftr (N.ldiff s q) d)) k = false) by (rewrite C1; apply N.bits_0).
   assert (Z2 : N.testbit (N.land (N.ldiff s q) (N.shiftr q d)) k = false) by (rewrite C2; apply N.bits_0).
   rewrite N.land_spec, N.shiftr_spec, N.ldiff_spec in Z1, Z2 by lia. rewrite B1 in *. rewrite B2 in *.
   destruct (N.testbit q k), (N.testbit q (k + d)); auto; discriminate. Qed.
Lemma val_0 : val A 0 = zero.
Proof. rewrite val_unfold. change (left A 0) with (l 0). change (right A 0) with (r 0).
 assert (Z : forall ds q, ~ placed ds 0 q) by (intros ds q [d [i [_ [B _]]]]; rewrite N.bits_0 in B; discriminate).
 assert (E1 : l 0 = []). { destruct (l 0) as [|q qs] eqn:E; auto. exfalso. apply (Z dl q). apply l_ok. rewrite E. simpl. auto. }
 assert (E2 : r 0 = []). { destruct (r 0) as [|q qs] eqn:E; auto. exfalso. apply (Z dr q). apply r_ok. rewrite E. simpl. auto. }
 rewrite E1, E2. reflexivity. Qed.
Lemma bands_le qs : forall s, bands dr s qs = true -> le (total (map (val A) qs)) (val A s).
Proof. induction qs as [|q qs IH]; intros s H; cbn [bands] in H.
 - apply N.eqb_eq in H. subst. rewrite val_0. apply le_refl.
 - apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2]. apply N.eqb_eq in H1.
   eapply le_trans; [|apply cut_le, band_apart; eauto]. apply plus_mono; [apply le_refl|]. apply IH. auto. Qed.
Lemma bands_ge qs : forall s, bands dl s qs = true -> le (val A s) (total (map (val A) qs)).
Proof. induction qs as [|q qs IH]; intros s H; cbn [bands] in H.
 - apply N.eqb_eq in H. subst. rewrite val_0. apply le_refl.
 - apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2]. apply N.eqb_eq in H1.
   eapply le_trans; [apply cut_ge, band_apart; eauto|]. apply plus_mono; [apply le_refl|]. apply IH. auto. Qed.

(* the connected parts, without those that have no moves *)
Definition near (s q : N) := N.land s (fold_left (fun a d => N.lor a (N.lor (N.shiftl q d) (N.shiftr q d))) (dl ++ dr) q).
Fixpoint flood (n : nat) s q := match n with 0%nat => q | S n => let q' := near s q in if N.eqb q' q then q else flood n s q' end.
Definition no_moves q := forallb (fun d => N.eqb (N.land q (N.shiftr q d)) 0) (dl ++ dr).
Fixpoint connected (n : nat) (s : N) : list N := match n with 0%nat => [s] | S n =>
 if N.eqb s 0 then [] else
 let q := flood 1000 s (N.ldiff s (N.pred s)) in
 if N.eqb (near s q) q then (if no_moves q then [] else [q]) ++ connected n (N.ldiff s q) else [s] end.
Lemma near_bit s q k : N.testbit (near s q) k = N.testbit s k && (N.testbit q k || existsb (fun d => N.testbit (N.shiftl q d) k || N.testbit (N.shiftr q d) k) (dl ++ dr)).
Proof. unfold near. rewrite N.land_spec. f_equal. generalize (dl ++ dr) as ds. assert (Z : forall ds a, N.testbit (fold_left (fun a d => N.lor a (N.lor (N.shiftl q d) (N.shiftr q d))) ds a) k
   = N.testbit a k || existsb (fun d => N.testbit (N.shiftl q d) k || N.testbit (N.shiftr q d) k) ds).
 { induction ds as [|d ds IH]; intro a; simpl; [rewrite orb_false_r; auto|]. rewrite IH, !N.lor_spec, !orb_assoc. reflexivity. }
 intro ds. apply Z. Qed.
Lemma closed_apart s q : near s q = q -> apart (dl ++ dr) s q (N.ldiff s q).
Proof. intro H. assert (I : forall k, N.testbit q k = true -> N.testbit s k = true).
 { intros k B. rewrite <- H, near_bit in B. apply andb_true_iff in B. tauto. }
 split; [|split].
 - intro k. rewrite N.ldiff_spec. specialize (I k). destruct (N.testbit q k), (N.testbit s k); auto.
 - intro k. rewrite N.ldiff_spec. destruct (N.testbit q k), (N.testbit s k); auto.
 - intros d k M B1 B2. destruct (N.testbit q k) eqn:E1, (N.testbit q (k + d)) eqn:E2; auto; exfalso.
   + rewrite <- H, near_bit, B2 in E2. simpl in E2. apply orb_false_iff in E2 as [_ E2]. assert (T : existsb (fun d0 => N.testbit (N.shiftl q d0) (k + d) || N.testbit (N.shiftr q d0) (k + d)) (dl ++ dr) = true); [|congruence].
     apply existsb_exists. exists d. split; auto. rewrite N.shiftl_spec_high' by lia. replace (k + d - d) with k by lia. rewrite E1. auto.
   + rewrite <- H, near_bit, B1 in E1. simpl in E1. apply orb_false_iff in E1 as [_ E1]. assert (T : existsb (fun d0 => N.testbit (N.shiftl q d0) k || N.testbit (N.shiftr q d0) k) (dl ++ dr) = true); [|congruence].
     apply existsb_exists. exists d. split; auto. rewrite N.shiftr_spec by lia. rewrite E2. apply orb_true_r. Qed.
Lemma no_moves_zero q : no_moves q = true -> val A q = zero.
Proof. intro H. unfold no_moves in H. rewrite forallb_forall in H.
 assert (Z : forall ds, (forall d, In d ds -> In d (dl ++ dr)) -> forall p, ~ placed ds q p).
 { intros ds D p [d [i [I [B1 [B2 _]]]]]. specialize (H d (D d I)). apply N.eqb_eq in H. assert (T : N.testbit (N.land q (N.shiftr q d)) i = true).
   { rewrite N.land_spec, N.shiftr_spec by lia. rewrite B1, B2. auto. } rewrite H, N.bits_0 in T. discriminate. }
 rewrite val_unfold. change (left A q) with (l q). change (right A q) with (r q).
 assert (E1 : l q = []). { destruct (l q) as [|p ps] eqn:E; auto. exfalso. apply (Z dl (fun d I => proj2 (in_app_iff _ _ _) (or_introl I)) p). apply l_ok. rewrite E. simpl. auto. }
 assert (E2 : r q = []). { destruct (r q) as [|p ps] eqn:E; auto. exfalso. apply (Z dr (fun d I => proj2 (in_app_iff _ _ _) (or_intror I)) p). apply r_ok. rewrite E. simpl. auto. }
 rewrite E1, E2. reflexivity. Qed.
Lemma connected_ok n : forall s, eq (val A s) (total (map (val A) (connected n s))).
Proof. assert (one : forall s, eq (val A s) (total (map (val A) [s]))) by (intro; cbn [map total fold_right]; rewrite plus_0_r; apply eq_refl').
 induction n; intro s; [apply one|]. cbn [connected]. destruct (N.eqb_spec s 0) as [->|ne].
 - rewrite (no_moves_zero 0); [apply eq_refl'|]. unfold no_moves. apply forallb_forall. intros. apply N.eqb_eq. apply N.land_0_l.
 - set (q := flood _ _ _). destruct (N.eqb_spec (near s q) q) as [C|]; [|apply one]. apply closed_apart in C. rewrite map_app, total_app.
   eapply eq_trans; [apply apart_ok; exact C|]. apply plus_eq; [|apply IHn]. destruct (no_moves q) eqn:E; [rewrite (no_moves_zero q E); apply eq_refl'|apply one]. Qed.
Definition domino_parts (s : N) : list (bool * N) := map (pair false) (connected 100 s).
Lemma domino_parts_ok s : eq (val A s) (total (map (signed (val A)) (domino_parts s))).
Proof. unfold domino_parts. rewrite map_map. apply connected_ok. Qed.
Definition domino_u : univ := of_rules A N.succ_pos N.eqb N_eqb_ok domino_parts domino_parts_ok.
End Dominoes.

Lemma dominoes_ok d s q : In q (dominoes d s) <-> placed [d] s q.
Proof. unfold dominoes. rewrite in_map_iff. split.
 - intros [i [<- H]]. apply in_members in H. rewrite N.land_spec, N.shiftr_spec in H by lia. apply andb_true_iff in H as [H1 H2]. exists d, i. simpl. auto.
 - intros [e [i [[<-|[]] [B1 [B2 ->]]]]]. exists i. split; auto. apply in_members. rewrite N.land_spec, N.shiftr_spec by lia. rewrite B1, B2. auto. Qed.
Lemma any_domino_ok w s q : In q (any_domino w s) <-> placed [w; 1] s q.
Proof. unfold any_domino. rewrite in_app_iff, !dominoes_ok. split.
 - intros [[d [i [[<-|[]] H]]]|[d [i [[<-|[]] H]]]]; [exists w, i|exists 1, i]; simpl; auto.
 - intros [d [i [[<-|[<-|[]]] H]]]; [left; exists w, i|right; exists 1, i]; simpl; auto. Qed.
Definition domineering_u (w : N) : univ := domino_u (dominoes w) (dominoes 1) [w] [1] (dominoes_lt w) (dominoes_lt 1) (dominoes_ok w) (dominoes_ok 1).
Definition cram_u (w : N) : univ := domino_u (any_domino w) (any_domino w) [w; 1] [w; 1] (any_domino_lt w) (any_domino_lt w) (any_domino_ok w) (any_domino_ok w).

(* Who wins a board of Domineering, in steps: a move that leaves a board that is won moving second; a board whose bands,
   between which only one player could move, show that; a board on which each move of the opponent is answered. *)
Theorem left_to w p i s : nth_error (dominoes w p) i = Some s -> le zero (val (domineering w) s) -> win1 Left (val (domineering w) p).
Proof. intros M Z. apply win1L. apply lf_l with (val (domineering w) s); [|exact Z]. rewrite val_L. apply in_map. eapply nth_error_In. exact M. Qed.
Theorem right_to w p i s : nth_error (dominoes 1 p) i = Some s -> le (val (domineering w) s) zero -> win1 Right (val (domineering w) p).
Proof. intros M Z. apply win1R. apply lf_r with (val (domineering w) s); [|exact Z]. rewrite val_R. apply in_map. eapply nth_error_In. exact M. Qed.
Theorem left_bands w s qs : bands [1] s qs = true -> le zero (total (map (val (domineering w)) qs)) -> le zero (val (domineering w) s).
Proof. intros B Z. eapply le_trans; [exact Z|]. exact (bands_le (dominoes w) (dominoes 1) [w] [1] (dominoes_lt w) (dominoes_lt 1) (dominoes_ok w) (dominoes_ok 1) qs s B). Qed.
Theorem right_bands w s qs : bands [w] s qs = true -> le (total (map (val (domineering w)) qs)) zero -> le (val (domineering w) s) zero.
Proof. intros B Z. eapply le_trans; [|exact Z]. exact (bands_ge (dominoes w) (dominoes 1) [w] [1] (dominoes_lt w) (dominoes_lt 1) (dominoes_ok w) (dominoes_ok 1) qs s B). Qed.
Definition answered (next : N -> list N) (rs ts : list N) : bool := forallb (fun r => existsb (fun t => existsb (N.eqb t) (next r)) ts) rs.
Lemma answered_ok next rs ts : answered next rs ts = true -> forall r, In r rs -> exists t, In t ts /\ In t (next r).
Proof. intros H r I. unfold answered in H. rewrite forallb_forall in H. specialize (H r I). apply existsb_exists in H as [t [T H]].
 apply existsb_exists in H as [u [V H]]. apply N.eqb_eq in H. subst u. eauto. Qed.
Theorem left_replies w s ts : answered (dominoes w) (dominoes 1 s) ts = true -> Forall (fun t => le zero (val (domineering w) t)) ts -> le zero (val (domineering w) s).
Proof. intros H F. constructor; [intros x []|]. intros g G. rewrite val_R in G. apply in_map_iff in G as [r [<- G]].
 destruct (answered_ok _ _ _ H r G) as [t [T N]]. rewrite Forall_forall in F. apply lf_l with (val (domineering w) t); [|apply F, T].
 rewrite val_L. apply in_map. exact N. Qed.
Theorem right_replies w s ts : answered (dominoes 1) (dominoes w s) ts = true -> Forall (fun t => le (val (domineering w) t) zero) ts -> le (val (domineering w) s) zero.
Proof. intros H F. constructor; [|intros x []]. intros g G. rewrite val_L in G. apply in_map_iff in G as [r [<- G]].
 destruct (answered_ok _ _ _ H r G) as [t [T N]]. rewrite Forall_forall in F. apply lf_r with (val (domineering w) t); [|apply F, T].
 rewrite val_R. apply in_map. exact N. Qed.
