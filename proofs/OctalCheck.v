(* OctalCheck.v: the period of a game is a computation; the sparse space (a mask) makes it fast and need not be believed. *)
From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive. Import ListNotations.
From Cg Require Import Game Order Nim Octal.
Open Scope N_scope.

Fixpoint par_pos (p : positive) : bool := match p with xH => true | xO q => par_pos q | xI q => negb (par_pos q) end.
Definition par n := match n with 0 => false | Npos p => par_pos p end.
Lemma par_lxor_pos p : forall q, par (Pos.lxor p q) = xorb (par_pos p) (par_pos q).
Proof. assert (D : forall n, par (N.double n) = par n) by (intros []; auto). assert (E : forall n, par (N.succ_double n) = negb (par n)) by (intros []; auto).
 induction p; intros [q|q|]; simpl; try rewrite D; try rewrite E; try rewrite IHp; try destruct (par_pos p); try destruct (par_pos q); auto. Qed.
Lemma par_lxor a b : par (N.lxor a b) = xorb (par a) (par b).
Proof. destruct a as [|p], b as [|q]; cbn [N.lxor par]; try apply par_lxor_pos; try reflexivity; [destruct (par_pos q)|destruct (par_pos p)]; reflexivity. Qed.

Section Check.
Variable c : code. Variable mask : N. Variable fuel : nat.
Definition common x := par (N.land mask x).
Lemma common_lxor a b : common (N.lxor a b) = xorb (common a) (common b).
Proof. unfold common. rewrite <- par_lxor. f_equal. apply N.bits_inj. intro i. rewrite ?N.land_spec, ?N.lxor_spec, ?N.land_spec.
 destruct (N.testbit mask i), (N.testbit a i), (N.testbit b i); auto. Qed.
Definition tab := PositiveMap.t N.
Definition value (m : tab) (n : N) : N := match n with 0 => 0 | Npos p => match PositiveMap.find p m with Some x => x | None => 0 end end.
Definition put (m : tab) (n g : N) : tab := match n with 0 => m | Npos p => PositiveMap.add p g m end.
Definition set_if (b : bool) s k := if b then N.setbit s k else s.

Fixpoint cover (f : nat) (m : tab) (want a b s : N) : N := match f with O => s | S f =>
  if N.eqb (N.land s want) want then s else if b <? a then s else cover f m want (a + 1) (N.pred b) (N.setbit s (N.lxor (value m a) (value m b))) end.
Fixpoint pairs (f : nat) (m : tab) (a b s : N) : option N := match f with O => None | S f =>
  if b <? a then Some s else pairs f m (a + 1) (N.pred b) (N.setbit s (N.lxor (value m a) (value m b))) end.
Definition single m n s (jd : N * N) := let (j, d) := jd in
  set_if (N.testbit d 1 && (j <? n)) (set_if (N.testbit d 0 && (n =? j)) s 0) (value m (n - j)).
Definition covers m n s0 want := fold_left (fun s jd => if N.testbit (snd jd) 2 then cover fuel m want 1 (n - fst jd - 1) (single m n s jd) else single m n s jd) c s0.
Definition full m n := fold_left (fun s jd => match s with None => None | Some s => if N.testbit (snd jd) 2 then pairs fuel m 1 (n - fst jd - 1) (single m n s jd) else Some (single m n s jd) end) c (Some 0).
Definition rare_pairs m (rs : list (N * N)) e s := fold_left (fun s r => set_if (fst r <? e) s (N.lxor (snd r) (value m (e - fst r)))) rs s.
Definition seen m rs n := fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) c 0.
Fixpoint first (f : nat) (ok : N -> bool) (g : N) : N := match f with O => g | S f => if ok g then g else first f ok (g + 1) end.
Definition step (m : tab) rs (n : N) : option N :=
 let s := seen m rs n in let g := first 1000 (fun g => common g && negb (N.testbit s g)) 0 in
 if common g && negb (N.testbit s g) && (let w := N.ones g in N.eqb (N.land (covers m n s w) w) w) then Some g else
 match full m n with None => None | Some s => let g := first 1000 (fun g => negb (N.testbit s g)) 0 in
  if negb (N.testbit s g) && N.eqb (N.land s (N.ones g)) (N.ones g) then Some g else None end.
Fixpoint run (k : nat) (n : N) (m : tab) (rs : list (N * N)) : option tab := match k with O => Some m | S k =>
 match step m rs n with None => None | Some g => run k (n + 1) (put m n g) (if common g then rs else (n, g) :: rs) end end.

(* ---- soundness *)
Definition from m n s := forall k, N.testbit s k = true -> exists o, move c n o /\ xors (map (value m) o) = k.
Lemma setbit_or s i k : N.testbit (N.setbit s i) k = true <-> i = k \/ N.testbit s k = true.
Proof. rewrite N.setbit_eqb. destruct (N.eqb_spec i k); simpl; tauto. Qed.
Lemma set_if_or b s i k : N.testbit (set_if b s i) k = true <-> (b = true /\ i = k) \/ N.testbit s k = true.
Proof. unfold set_if. destruct b; [rewrite setbit_or|]; intuition discriminate. Qed.
Lemma single_from m n s jd : In jd c -> from m n s -> from m n (single m n s jd).
Proof. destruct jd as [j d]. intros I F k H. unfold single in H. apply set_if_or in H as [[B <-]|H].
 - apply andb_true_iff in B as [B1 B2]. apply N.ltb_lt in B2. exists [n - j]. split; [eapply leave; eauto; lia|]. simpl. apply N.lxor_0_r.
 - apply set_if_or in H as [[B <-]|H]; [|auto]. apply andb_true_iff in B as [B1 B2]. apply N.eqb_eq in B2. exists []. split; [eapply take; eauto|auto]. Qed.
Lemma cover_from m n j d want f : In (j,d) c -> N.testbit d 2 = true -> forall a b s, 1 <= a -> (a <= b -> a + b + j = n) -> from m n s -> from m n (cover f m want a b s).
Proof. intros I D. induction f; intros a b s A B F; simpl; auto. destruct (N.eqb _ _); auto. destruct (N.ltb_spec b a); auto.
 apply IHf; [lia|intro; lia|]. intros k H0. apply setbit_or in H0 as [<-|H0]; auto. exists [a; b]. split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r. auto. Qed.
Lemma covers_from m n s0 want : from m n s0 -> from m n (covers m n s0 want).
Proof. intro F0. unfold covers. assert (Z : forall l s, incl l c -> from m n s -> from m n (fold_left (fun s jd => if N.testbit (snd jd) 2 then cover fuel m want 1 (n - fst jd - 1) (single m n s jd) else single m n s jd) l s)).
 { induction l as [|[j d] l IH]; intros s Hl F; [exact F|cbn [fold_left fst snd]]. assert (I : In (j,d) c) by (apply Hl; simpl; auto).
   apply IH; [intros x Hx; apply Hl; simpl; auto|]. destruct (N.testbit d 2) eqn:D; [|apply single_from; auto].
   apply cover_from with j d; auto; [lia|intro; lia|apply single_from; auto]. }
 apply Z; [apply incl_refl|exact F0]. Qed.
Definition holds (m : tab) (s : N) o := N.testbit s (xors (map (value m) o)) = true.
Lemma single_mono m n s jd k : N.testbit s k = true -> N.testbit (single m n s jd) k = true.
Proof. destruct jd. intro H. unfold single. apply set_if_or. right. apply set_if_or. auto. Qed.
Lemma pairs_spec m f : forall a b s r, pairs f m a b s = Some r -> (forall k, N.testbit s k = true -> N.testbit r k = true) /\
  (forall x y, a <= x -> x <= y -> x + y = a + b -> N.testbit r (N.lxor (value m x) (value m y)) = true).
Proof. induction f; intros a b s r H; [discriminate|]. simpl in H. destruct (N.ltb_spec b a).
 - inversion H; subst. split; auto. intros; lia.
 - apply IHf in H as [H1 H2]. split. { intros k Hk. apply H1, setbit_or. auto. }
   intros x y A B C. destruct (N.eq_dec x a) as [->|]. { replace y with b by lia. apply H1, setbit_or. auto. } apply H2; lia. Qed.
Lemma pairs_from m n j d f : In (j,d) c -> N.testbit d 2 = true -> forall a b s r, pairs f m a b s = Some r -> 1 <= a -> (a <= b -> a + b + j = n) -> from m n s -> from m n r.
Proof. intros I D. induction f; intros a b s r H A B F; simpl in H; [discriminate|]. destruct (N.ltb_spec b a); [inversion H; subst; auto|].
 apply IHf in H; auto; [lia|intro; lia|]. intros k H1. apply setbit_or in H1 as [<-|H1]; auto. exists [a; b]. split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r. auto. Qed.
Definition covered m n (l : code) s := forall j d, In (j,d) l -> 
  (N.testbit d 0 = true -> n = j -> N.testbit s 0 = true) /\ (N.testbit d 1 = true -> j < n -> N.testbit s (value m (n - j)) = true).
Lemma single_cov m n s j d : covered m n [(j,d)] (single m n s (j,d)).
Proof. intros j' d' [E|[]]. inversion E; subst. unfold single. split; intros A B; apply set_if_or; [right; apply set_if_or; left|left]; (split; [|auto]); rewrite A; simpl; [apply N.eqb_eq|apply N.ltb_lt]; auto. Qed.
Lemma full_spec m n r : full m n = Some r -> from m n r /\ forall o, move c n o -> holds m r o.
Proof. unfold full. assert (Z : forall l s r, incl l c -> fold_left (fun s jd => match s with None => None | Some s => if N.testbit (snd jd) 2 then pairs fuel m 1 (n - fst jd - 1) (single m n s jd) else Some (single m n s jd) end) l (Some s) = Some r ->
   from m n s -> from m n r /\ (forall k, N.testbit s k = true -> N.testbit r k = true) /\ covered m n l r /\
   forall j d a b, In (j,d) l -> N.testbit d 2 = true -> 1 <= a -> 1 <= b -> n = a + b + j -> N.testbit r (N.lxor (value m a) (value m b)) = true).
 { induction l as [|[j d] l IH]; intros s r0 Hl H F.
   - simpl in H. inversion H; subst. repeat split; auto; try (intros; contradiction); intros ? ? [].
   - cbn [fold_left] in H. assert (I : In (j,d) c) by (apply Hl; simpl; auto). assert (Hl' : incl l c) by (intros x Hx; apply Hl; simpl; auto).
     assert (Q : exists s', (if N.testbit d 2 then pairs fuel m 1 (n - j - 1) (single m n s (j,d)) else Some (single m n s (j,d))) = Some s').
     { cbn [fst snd] in H. destruct (N.testbit d 2); eauto. destruct (pairs _ _ _ _ _); eauto. exfalso. clear - H. induction l; simpl in H; try discriminate; auto. }
     destruct Q as [s' Q]. cbn [fst snd] in Q, H. rewrite Q in H.
     assert (S1 : from m n s' /\ (forall k, N.testbit (single m n s (j,d)) k = true -> N.testbit s' k = true) /\
       (forall a b, N.testbit d 2 = true -> 1 <= a -> 1 <= b -> n = a + b + j -> N.testbit s' (N.lxor (value m a) (value m b)) = true)).
     { destruct (N.testbit d 2) eqn:D.
       - pose proof (pairs_from m n j d fuel I D _ _ _ _ Q) as Q2. apply pairs_spec in Q as [Q0 Q1]. split; [apply Q2; [lia|intro; lia|apply single_from; auto]|]. split; auto.
         intros a b _ A B E. destruct (N.le_gt_cases a b); [apply Q1; lia|]. rewrite N.lxor_comm. apply Q1; lia.
       - assert (Es : s' = single m n s (j,d)) by congruence. subst s'. split; [apply single_from; auto|]. split; auto. intros; discriminate. }
     destruct S1 as [S1 [S2 S3]]. destruct (IH _ _ Hl' H S1) as [R1 [R2 [R3 R4]]]. split; auto. split; [|split].
     + intros k Hk. apply R2, S2, single_mono. auto.
     + intros j' d' [E|Hj]; [|apply R3; auto]. inversion E; subst. destruct (single_cov m n s j' d' j' d') as [C1 C2]; [simpl; auto|]. split; intros; apply R2, S2; auto.
     + intros j' d' a b [E|Hj]; [inversion E; subst; intros; apply R2, S3; auto|apply R4; auto]. }
 intro H. apply Z in H as [F [_ [C P]]]; [|apply incl_refl|intros k Hk; rewrite N.bits_0 in Hk; discriminate]. split; auto.
 intros o [j d I E Q|j d x I E Q1 Q|j d a b I E Qa Qb Q]; unfold holds; simpl.
 - apply (C j d I); auto. - rewrite N.lxor_0_r. replace x with (n - j) by lia. apply (C j d I); auto; lia. - rewrite N.lxor_0_r. eapply P; eauto. Qed.
Lemma rare_pairs_spec m e rs : forall s k, N.testbit (rare_pairs m rs e s) k = true <-> N.testbit s k = true \/ exists a g, In (a,g) rs /\ a < e /\ N.lxor g (value m (e - a)) = k.
Proof. unfold rare_pairs. induction rs as [|[a g] rs IH]; intros s k; simpl. { split; auto. intros [?|[? [? [[] _]]]]; auto. }
 rewrite IH, set_if_or. split.
 - intros [[[A B]|A]|[x [y [A B]]]]; auto; right; [exists a, g|exists x, y]; [apply N.ltb_lt in A|]; auto.
 - intros [A|[x [y [[E|A] [B C]]]]]; auto; [inversion E; subst; left; left; split; auto; apply N.ltb_lt; auto|right; exists x, y; auto]. Qed.
Lemma seen_spec m rs n o : (forall i, 1 <= i < n -> common (value m i) = false -> In (i, value m i) rs) -> move c n o -> wf c ->
  common (xors (map (value m) o)) = true -> holds m (seen m rs n) o.
Proof. intros RS Mo W. unfold seen.
 assert (Z : forall l s, (forall k, N.testbit s k = true -> N.testbit (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s) k = true) /\
   covered m n l (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s) /\
   forall j d a g, In (j,d) l -> N.testbit d 2 = true -> In (a,g) rs -> a < n - j -> N.testbit (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s) (N.lxor g (value m (n - j - a))) = true).
 { induction l as [|[j d] l IH]; intro s. { simpl. repeat split; auto; try contradiction; intros ? ? []. }
   cbn [fold_left fst snd]. set (s' := if N.testbit d 2 then _ else _). destruct (IH s') as [R1 [R2 R3]].
   assert (S1 : forall k, N.testbit (single m n s (j,d)) k = true -> N.testbit s' k = true). { intros k Hk. unfold s'. destruct (N.testbit d 2); auto. apply rare_pairs_spec. auto. }
   split; [|split].
   - intros k Hk. apply R1, S1, single_mono. auto.
   - intros j' d' [E|Hj]; [|apply R2; auto]. inversion E; subst. destruct (single_cov m n s j' d' j' d') as [C1 C2]; [simpl; auto|]. split; intros; apply R1, S1; auto.
   - intros j' d' a g [E|Hj] D A B; [inversion E; subst|eapply R3; eauto]. apply R1. unfold s'. rewrite D. apply rare_pairs_spec. right. exists a, g. auto. }
 destruct (Z c 0) as [_ [C P]]. destruct Mo as [j d I E Q|j d x I E Q1 Q|j d a b I E Qa Qb Q]; unfold holds; simpl; intro H.
 - apply (C j d I); auto. - rewrite N.lxor_0_r in *. replace x with (n - j) by lia. apply (C j d I); auto; lia.
 - rewrite N.lxor_0_r in *. rewrite common_lxor in H. pose proof (W _ _ I). destruct (common (value m a)) eqn:Ea.
   + destruct (common (value m b)) eqn:Eb; [discriminate|]. rewrite N.lxor_comm. replace a with (n - j - b) by lia. apply (P j d b _ I E); [apply RS; auto; lia|lia].
   + replace b with (n - j - a) by lia. apply (P j d a _ I E); [apply RS; auto; lia|lia]. Qed.
Lemma seen_from m rs n : wf c -> (forall a g, In (a,g) rs -> 1 <= a /\ value m a = g) -> from m n (seen m rs n).
Proof. intros W RS. unfold seen.
 assert (Z : forall l s, incl l c -> from m n s -> from m n (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s)).
 { induction l as [|[j d] l IH]; intros s Hl F; [exact F|cbn [fold_left fst snd]]. assert (I : In (j,d) c) by (apply Hl; simpl; auto).
   apply IH; [intros x Hx; apply Hl; simpl; auto|]. destruct (N.testbit d 2) eqn:D; [|apply single_from; auto].
   intros k H. apply rare_pairs_spec in H as [H|[a [g [H1 [H2 <-]]]]]; [eapply single_from; eauto|]. destruct (RS _ _ H1) as [R1 R2].
   exists [a; n - j - a]. split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r, R2. auto. }
 apply Z; [apply incl_refl|]. intros k H. rewrite N.bits_0 in H. discriminate. Qed.
Lemma ones_land s g : N.eqb (N.land s (N.ones g)) (N.ones g) = true -> forall k, k < g -> N.testbit s k = true.
Proof. intros H k Hk. apply N.eqb_eq in H. assert (E : N.testbit (N.ones g) k = true) by (apply N.ones_spec_low; lia). rewrite <- H, N.land_spec in E. apply andb_true_iff in E. tauto. Qed.
Definition good m n g := (forall o, move c n o -> xors (map (value m) o) <> g) /\ (forall k, k < g -> exists o, move c n o /\ xors (map (value m) o) = k).
Lemma step_good m rs n g : wf c -> (forall i, 1 <= i < n -> common (value m i) = false -> In (i, value m i) rs) -> (forall a g, In (a,g) rs -> 1 <= a /\ value m a = g) -> step m rs n = Some g -> good m n g.
Proof. intros W RS RS2. unfold step. set (s := seen m rs n). set (g0 := first 1000 _ 0). destruct (common g0 && negb (N.testbit s g0) && _) eqn:E.
 - intro H. inversion H; subst g. clearbody g0. apply andb_true_iff in E as [E E3]. apply andb_true_iff in E as [E1 E2]. apply negb_true_iff in E2. split.
   + intros o Mo X. assert (Y : holds m s o). { apply seen_spec; auto. rewrite X. auto. } unfold holds in Y. rewrite X in Y. congruence.
   + intros k Hk. apply (covers_from m n s (N.ones g0) (seen_from m rs n W RS2)). eapply ones_land; eauto.
 - destruct (full m n) as [r|] eqn:Fu; [|discriminate]. apply full_spec in Fu as [F1 F2]. set (g1 := first 1000 _ 0). destruct (negb _ && _) eqn:D; [|discriminate].
   intro H. inversion H; subst g. clearbody g1. apply andb_true_iff in D as [D1 D2]. apply negb_true_iff in D1. split.
   + intros o Mo X. specialize (F2 o Mo). unfold holds in F2. rewrite X in F2. congruence.
   + intros k Hk. apply F1. eapply ones_land; eauto. Qed.
Lemma value_put m n g i : 1 <= n -> value (put m n g) i = if N.eqb i n then g else value m i.
Proof. intro A. destruct n as [|p]; [lia|]. destruct i as [|q]; simpl; auto. destruct (Pos.eqb_spec q p) as [->|ne]; [rewrite PositiveMap.gss|rewrite PositiveMap.gso by auto]; auto. Qed.
Lemma spec_ext G F n : wf c -> (forall i, i <= n -> F i = G i) -> spec c G n -> spec c F n.
Proof. intros W E [A B]. assert (Z : forall o, move c n o -> map F o = map G o). { intros o Ho. apply map_ext_in. intros h Hh. apply E. pose proof (move_lt _ _ _ _ W Ho Hh). lia. }
 unfold spec. rewrite E by lia. split. - intros o Ho. rewrite Z; auto. - intros k Hk. destruct (B k Hk) as [o [Ho X]]. exists o. rewrite Z; auto. Qed.
Lemma run_spec (W : wf c) k : forall n m rs m', 1 <= n -> (forall i, i < n -> spec c (value m) i) -> (forall i, 1 <= i < n -> common (value m i) = false -> In (i, value m i) rs) -> (forall a g, In (a,g) rs -> 1 <= a < n /\ value m a = g) ->
  run k n m rs = Some m' -> forall i, i < n + N.of_nat k -> spec c (value m') i.
Proof. induction k; intros n m rs m' A S RS RS2 H i Hi; simpl in H. { inversion H; subst. apply S. lia. }
 destruct (step m rs n) as [g|] eqn:E; [|discriminate]. assert (RS3 : forall a g, In (a,g) rs -> 1 <= a /\ value m a = g) by (intros a b Hab; destruct (RS2 a b Hab); split; auto; lia). pose proof (step_good _ _ _ _ W RS RS3 E) as Go.
 assert (V : forall i, i < n -> value (put m n g) i = value m i). { intros x Hx. rewrite value_put by auto. destruct (N.eqb_spec x n); auto. lia. }
 assert (Vn : value (put m n g) n = g). { rewrite value_put, N.eqb_refl by auto. auto. }
 eapply IHk in H; [exact H|lia| | | |lia].
 - intros x Hx. destruct (N.eq_dec x n) as [->|].
   + destruct Go as [G1 G2]. assert (Z : forall o, move c n o -> map (value (put m n g)) o = map (value m) o). { intros o Ho. apply map_ext_in. intros h Hh. apply V. eapply move_lt; eauto. }
     unfold spec. rewrite Vn. split. * intros o Ho. rewrite Z; auto. * intros q Hq. destruct (G2 q Hq) as [o [Ho X]]. exists o. rewrite Z; auto.
   + apply (spec_ext (value m)); auto; [intros; apply V; lia|apply S; lia].
 - intros x Hx Hc. destruct (N.eq_dec x n) as [->|].
   + rewrite Vn in *. rewrite Hc. simpl. auto.
   + rewrite V in * by lia. assert (I : In (x, value m x) rs) by (apply RS; auto; lia). destruct (common g); simpl; auto.
 - intros a b Hab. assert (Y : (a,b) = (n,g) \/ In (a,b) rs) by (destruct (common g); simpl in Hab; intuition). destruct Y as [Y|Y]; [inversion Y; subst; split; auto; lia|].
   destruct (RS2 _ _ Y) as [Y1 Y2]. split; [lia|]. rewrite V; auto; lia. Qed.
Fixpoint same (m : tab) (p : N) (k : nat) (n : N) : bool := match k with O => true | S k => N.eqb (value m (n + p)) (value m n) && same m p k (n + 1) end.
Lemma same_spec m p k : forall n, same m p k n = true -> forall i, n <= i -> i < n + N.of_nat k -> value m (i + p) = value m i.
Proof. induction k; intros n H i A B; [lia|]. simpl in H. apply andb_true_iff in H as [H1 H2]. apply N.eqb_eq in H1. destruct (N.eq_dec i n) as [->|]; auto. eapply IHk; eauto; lia. Qed.
Definition digits := fold_right N.max 0 (map fst c).
Definition period (n0 p : N) : bool :=
 forallb (fun jd => 1 <=? fst jd) c && (1 <=? n0) && (1 <=? p) &&
 match run (N.to_nat (2 * (n0 + p) + digits)) 1 (PositiveMap.empty _) [] with None => false | Some m => same m p (N.to_nat (n0 + p + digits)) n0 end.
Theorem period_sound n0 p : period n0 p = true -> forall n, n0 <= n -> eq (heap c (n + p)) (heap c n).
Proof. unfold period. intros H n Hn. destruct (run _ _ _ _) as [m|] eqn:E; [|rewrite andb_false_r in H; discriminate].
 apply andb_true_iff in H as [H H4]. apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2]. apply N.leb_le in H2, H3. rewrite forallb_forall in H1.
 assert (W : wf c). { intros j d I. specialize (H1 _ I). apply N.leb_le in H1. auto. }
 assert (S : forall i, i < 1 + N.of_nat (N.to_nat (2 * (n0 + p) + digits)) -> spec c (value m) i).
 { apply (run_spec W _ 1 (PositiveMap.empty _) [] m); auto; try lia; [|intros ? ? []]. intros i Hi. replace i with 0 by lia. split.
   - intros o Ho. inversion Ho; pose proof (W _ _ H); lia. - simpl. intros; lia. }
 apply (guy_smith c (value m) digits n0 p); auto.
 - intros j d I. unfold digits. clear - I. induction c as [|[x y] l IH]; simpl in *; [contradiction|]. destruct I as [I|I]; [inversion I; subst; lia|apply IH in I; lia].
 - intros i Hi. apply S. lia.
 - intros i A B. eapply same_spec; eauto. lia. Qed.
End Check.
