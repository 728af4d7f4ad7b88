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
Variable c : code. Variable mask : N. Variable parity : bool. Variable fuel : nat.
(* A value is common at a heap if it has an odd number of bits in the mask. With parity, the heap counts as one more bit:
   that is linear if all splitting moves remove an even number of tokens, or all an odd one; else it is left out. *)
Definition odd_split := existsb (fun jd => N.testbit (snd jd) 2 && N.odd (fst jd)) c.
Definition turns := parity && forallb (fun jd => negb (N.testbit (snd jd) 2) || eqb (N.odd (fst jd)) odd_split) c.
Definition turn (n : N) : bool := if turns then xorb odd_split (N.odd n) else false.
Definition often x := par (N.land mask x).
Definition common n x := xorb (turn n) (often x).
Lemma turn_split n j d a b : In (j,d) c -> N.testbit d 2 = true -> n = a + b + j -> turn n = xorb (turn a) (turn b).
Proof. intros I D ->. unfold turn. destruct turns eqn:T; [|reflexivity]. unfold turns in T. apply andb_true_iff in T as [_ T].
 rewrite forallb_forall in T. specialize (T _ I). cbn [fst snd] in T. rewrite D in T. apply eqb_prop in T. rewrite !N.odd_add, T.
 destruct (N.odd a), (N.odd b), odd_split; reflexivity. Qed.
Lemma common_split n j d a b x y : In (j,d) c -> N.testbit d 2 = true -> n = a + b + j -> common n (N.lxor x y) = xorb (common a x) (common b y).
Proof. intros I D E. unfold common. rewrite (turn_split n j d a b I D E).
 assert (O : often (N.lxor x y) = xorb (often x) (often y)).
 { unfold often. rewrite <- par_lxor. f_equal. apply N.bits_inj. intro i. rewrite ?N.land_spec, ?N.lxor_spec, ?N.land_spec.
   destruct (N.testbit mask i), (N.testbit x i), (N.testbit y i); auto. }
 rewrite O. destruct (turn a), (turn b), (often x), (often y); reflexivity. Qed.
Definition tab := PositiveMap.t N.
Definition value (m : tab) (n : N) : N := match n with 0 => 0 | Npos p => match PositiveMap.find p m with Some x => x | None => 0 end end.
Definition put (m : tab) (n g : N) : tab := match n with 0 => m | Npos p => PositiveMap.add p g m end.
(* sets of values *)
Definition set := PositiveMap.t unit.
Definition none : set := PositiveMap.empty unit.
Definition mem (s : set) (k : N) : bool := match PositiveMap.find (N.succ_pos k) s with Some _ => true | None => false end.
Definition with_value (s : set) (k : N) : set := PositiveMap.add (N.succ_pos k) tt s.
Definition set_if (b : bool) s k := if b then with_value s k else s.
(* how many of the n values from i on are not in a set *)
Fixpoint missing (s : set) (n : nat) (i : N) : nat := match n with O => O | S n =>
 if mem s i then missing s n (i + 1) else S (missing s n (i + 1)) end.
Definition lacks s (g : N) := missing s (N.to_nat g) 0.

(* pairs of heaps until the values below g are there; lack of them are not *)
Fixpoint cover (f : nat) (m : tab) (g : N) (lack : nat) (a b : N) (s : set) : set * nat := match f, lack with
 | O, _ | _, O => (s, lack)
 | S f, S rest => if b <? a then (s, lack) else let k := N.lxor (value m a) (value m b) in
  if (g <=? k) || mem s k then cover f m g lack (a + 1) (N.pred b) s else cover f m g rest (a + 1) (N.pred b) (with_value s k) end.
(* the same for the pairs of two lists of values *)
Fixpoint together (g : N) (hs l : list N) (lack : nat) (s : set) : set * nat := match hs, l, lack with
 | x :: hs, y :: l, S rest => let k := N.lxor x y in
  if (g <=? k) || mem s k then together g hs l lack s else together g hs l rest (with_value s k)
 | _, _, _ => (s, lack) end.
Fixpoint pairs (f : nat) (m : tab) (a b : N) (s : set) : option set := match f with O => None | S f =>
  if b <? a then Some s else pairs f m (a + 1) (N.pred b) (with_value s (N.lxor (value m a) (value m b))) end.
Definition single m n s (jd : N * N) := let (j, d) := jd in
  set_if (N.testbit d 1 && (j <? n)) (set_if (N.testbit d 0 && (n =? j)) s 0) (value m (n - j)).
(* hs: the values of the heaps 1, 2, ...; l: those of the heaps n - 1, n - 2, ... *)
Definition covers hs l m n g (s0 : set * nat) := fold_left (fun s jd => if N.testbit (snd jd) 2 then
  let s := together g hs (skipn (N.to_nat (fst jd)) l) (snd s) (fst s) in cover fuel m g (snd s) 1 (n - fst jd - 1) (fst s) else s) c s0.
Definition full m n := fold_left (fun s jd => match s with None => None | Some s => if N.testbit (snd jd) 2 then pairs fuel m 1 (n - fst jd - 1) (single m n s jd) else Some (single m n s jd) end) c (Some none).
Definition rare_pairs m (rs : list (N * N)) e s := fold_left (fun s r => set_if (fst r <? e) s (N.lxor (snd r) (value m (e - fst r)))) rs s.
Definition seen m rs n := fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) c none.
Fixpoint first (f : nat) (ok : N -> bool) (g : N) : N := match f with O => g | S f => if ok g then g else first f ok (g + 1) end.
(* the first common value that is not in a set, and how many others before it are not; vs has the values in order, each
   with whether its bits are odd, and t is the turn of the heap. It need not be right. *)
Definition values := list (N * bool).
Definition classes : values := map (fun k => (k, often k)) (map N.of_nat (seq 0 1000)).
Fixpoint outside (vs : values) (t : bool) (s : set) (lack : nat) : N * nat := match vs with [] => (0, lack)
 | (k, odd) :: vs => if mem s k then outside vs t s lack else if xorb t odd then (k, lack) else outside vs t s (S lack) end.
Definition step (vs : values) (hs l : list N) (m : tab) rs (n : N) : option N :=
 let s := seen m rs n in let (g, lack) := outside vs (turn n) s 0 in
 if common n g && negb (mem s g) && Nat.eqb (lacks (fst (covers hs l m n g (s, lack))) g) 0 then Some g else
 match full m n with None => None | Some s => let g := first 1000 (fun g => negb (mem s g)) 0 in
  if negb (mem s g) && Nat.eqb (lacks s g) 0 then Some g else None end.
Definition begun (hs : list N) (n g : N) : list N := if n <=? 1000 then if N.of_nat (length hs) + 1 =? n then hs ++ [g] else hs else hs.
Fixpoint run_with (vs : values) (hs l : list N) (k : nat) (n : N) (m : tab) (rs : list (N * N)) : option tab := match k with O => Some m | S k =>
 match step vs hs l m rs n with None => None | Some g =>
  run_with vs (begun hs n g) (g :: l) k (n + 1) (put m n g) (if common n g then rs else (n, g) :: rs) end end.
Definition run := run_with classes [] [].

(* ---- soundness *)
Definition from m n s := forall k, mem s k = true -> exists o, move c n o /\ xors (map (value m) o) = k.
Lemma mem_none k : mem none k = false. Proof. unfold mem, none. rewrite PositiveMap.gempty. reflexivity. Qed.
Lemma with_or s i k : mem (with_value s i) k = true <-> i = k \/ mem s k = true.
Proof. unfold mem, with_value. destruct (N.eq_dec i k) as [->|ne]; [rewrite PositiveMap.gss; tauto|].
 rewrite PositiveMap.gso; [tauto|]. intro E. apply ne. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ k), E. reflexivity. Qed.
Lemma set_if_or b s i k : mem (set_if b s i) k = true <-> (b = true /\ i = k) \/ mem s k = true.
Proof. unfold set_if. destruct b; [rewrite with_or|]; intuition discriminate. Qed.
Lemma single_from m n s jd : In jd c -> from m n s -> from m n (single m n s jd).
Proof. destruct jd as [j d]. intros I F k H. unfold single in H. apply set_if_or in H as [[B <-]|H].
 - apply andb_true_iff in B as [B1 B2]. apply N.ltb_lt in B2. exists [n - j]. split; [eapply leave; eauto; lia|]. simpl. apply N.lxor_0_r.
 - apply set_if_or in H as [[B <-]|H]; [|auto]. apply andb_true_iff in B as [B1 B2]. apply N.eqb_eq in B2. exists []. split; [eapply take; eauto|auto]. Qed.
Lemma cover_from m n j d g f : In (j,d) c -> N.testbit d 2 = true -> forall lack a b s, 1 <= a -> (a <= b -> a + b + j = n) -> from m n s -> from m n (fst (cover f m g lack a b s)).
Proof. intros I D. induction f; intros lack a b s A B F; simpl; auto. destruct lack as [|rest]; auto. destruct (N.ltb_spec b a); auto.
 destruct (_ || _); apply IHf; try lia; auto. intros k H0. apply with_or in H0 as [<-|H0]; auto. exists [a; b]. split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r. auto. Qed.
Definition starts (m : tab) n hs := forall i g, nth_error hs i = Some g -> N.of_nat i + 1 < n /\ value m (N.of_nat i + 1) = g.
Definition recent (m : tab) n l := forall i g, nth_error l i = Some g -> N.of_nat i + 1 < n /\ value m (n - 1 - N.of_nat i) = g.
Lemma nth_skipn {A} j : forall (l : list A) i, nth_error (skipn j l) i = nth_error l (j + i).
Proof. induction j; intros l i; [reflexivity|]. destruct l; [destruct i; reflexivity|apply IHj]. Qed.
Lemma together_from m n g : forall hs l lack s, (forall i x y, nth_error hs i = Some x -> nth_error l i = Some y -> exists o, move c n o /\ xors (map (value m) o) = N.lxor x y) ->
 from m n s -> from m n (fst (together g hs l lack s)).
Proof. induction hs as [|x hs IH]; intros l lack s H F; [exact F|]. destruct l as [|y l]; [exact F|]. destruct lack as [|rest]; [exact F|]. cbn [together].
 assert (H' : forall i x y, nth_error hs i = Some x -> nth_error l i = Some y -> exists o, move c n o /\ xors (map (value m) o) = N.lxor x y) by (intros i; apply (H (S i))).
 destruct (_ || _); apply IH; auto. intros k K. apply with_or in K as [<-|K]; auto. apply (H O); reflexivity. Qed.
Lemma covers_from hs l m n g s0 : starts m n hs -> recent m n l -> from m n (fst s0) -> from m n (fst (covers hs l m n g s0)).
Proof. intros SH SL F0. unfold covers. match goal with |- from m n (fst (fold_left ?f c s0)) => assert (Z : forall ds s, incl ds c -> from m n (fst s) -> from m n (fst (fold_left f ds s))) end.
 { induction ds as [|[j d] ds IH]; intros s Hl F; [exact F|cbn [fold_left fst snd]]. assert (I : In (j,d) c) by (apply Hl; simpl; auto).
   apply IH; [intros x Hx; apply Hl; simpl; auto|]. destruct (N.testbit d 2) eqn:D; auto.
   apply cover_from with j d; auto; [lia|intro; lia|]. apply together_from; auto. intros i x y X Y. rewrite nth_skipn in Y.
   destruct (SH _ _ X) as [X1 <-]. destruct (SL _ _ Y) as [Y1 <-]. exists [N.of_nat i + 1; n - 1 - N.of_nat (N.to_nat j + i)].
   split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r. reflexivity. }
 apply Z; [apply incl_refl|exact F0]. Qed.
Definition holds (m : tab) (s : set) o := mem s (xors (map (value m) o)) = true.
Lemma single_mono m n s jd k : mem s k = true -> mem (single m n s jd) k = true.
Proof. destruct jd. intro H. unfold single. apply set_if_or. right. apply set_if_or. auto. Qed.
Lemma pairs_spec m f : forall a b s r, pairs f m a b s = Some r -> (forall k, mem s k = true -> mem r k = true) /\
  (forall x y, a <= x -> x <= y -> x + y = a + b -> mem r (N.lxor (value m x) (value m y)) = true).
Proof. induction f; intros a b s r H; [discriminate|]. simpl in H. destruct (N.ltb_spec b a).
 - inversion H; subst. split; auto. intros; lia.
 - apply IHf in H as [H1 H2]. split. { intros k Hk. apply H1, with_or. auto. }
   intros x y A B C. destruct (N.eq_dec x a) as [->|]. { replace y with b by lia. apply H1, with_or. auto. } apply H2; lia. Qed.
Lemma pairs_from m n j d f : In (j,d) c -> N.testbit d 2 = true -> forall a b s r, pairs f m a b s = Some r -> 1 <= a -> (a <= b -> a + b + j = n) -> from m n s -> from m n r.
Proof. intros I D. induction f; intros a b s r H A B F; simpl in H; [discriminate|]. destruct (N.ltb_spec b a); [inversion H; subst; auto|].
 apply IHf in H; auto; [lia|intro; lia|]. intros k H1. apply with_or in H1 as [<-|H1]; auto. exists [a; b]. split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r. auto. Qed.
Definition covered m n (l : code) s := forall j d, In (j,d) l -> 
  (N.testbit d 0 = true -> n = j -> mem s 0 = true) /\ (N.testbit d 1 = true -> j < n -> mem s (value m (n - j)) = true).
Lemma single_cov m n s j d : covered m n [(j,d)] (single m n s (j,d)).
Proof. intros j' d' [E|[]]. inversion E; subst. unfold single. split; intros A B; apply set_if_or; [right; apply set_if_or; left|left]; (split; [|auto]); rewrite A; simpl; [apply N.eqb_eq|apply N.ltb_lt]; auto. Qed.
Lemma full_spec m n r : full m n = Some r -> from m n r /\ forall o, move c n o -> holds m r o.
Proof. unfold full. assert (Z : forall l s r, incl l c -> fold_left (fun s jd => match s with None => None | Some s => if N.testbit (snd jd) 2 then pairs fuel m 1 (n - fst jd - 1) (single m n s jd) else Some (single m n s jd) end) l (Some s) = Some r ->
   from m n s -> from m n r /\ (forall k, mem s k = true -> mem r k = true) /\ covered m n l r /\
   forall j d a b, In (j,d) l -> N.testbit d 2 = true -> 1 <= a -> 1 <= b -> n = a + b + j -> mem r (N.lxor (value m a) (value m b)) = true).
 { induction l as [|[j d] l IH]; intros s r0 Hl H F.
   - simpl in H. inversion H; subst. repeat split; auto; try (intros; contradiction); intros ? ? [].
   - cbn [fold_left] in H. assert (I : In (j,d) c) by (apply Hl; simpl; auto). assert (Hl' : incl l c) by (intros x Hx; apply Hl; simpl; auto).
     assert (Q : exists s', (if N.testbit d 2 then pairs fuel m 1 (n - j - 1) (single m n s (j,d)) else Some (single m n s (j,d))) = Some s').
     { cbn [fst snd] in H. destruct (N.testbit d 2); eauto. destruct (pairs _ _ _ _ _); eauto. exfalso. clear - H. induction l; simpl in H; try discriminate; auto. }
     destruct Q as [s' Q]. cbn [fst snd] in Q, H. rewrite Q in H.
     assert (S1 : from m n s' /\ (forall k, mem (single m n s (j,d)) k = true -> mem s' k = true) /\
       (forall a b, N.testbit d 2 = true -> 1 <= a -> 1 <= b -> n = a + b + j -> mem s' (N.lxor (value m a) (value m b)) = true)).
     { destruct (N.testbit d 2) eqn:D.
       - pose proof (pairs_from m n j d fuel I D _ _ _ _ Q) as Q2. apply pairs_spec in Q as [Q0 Q1]. split; [apply Q2; [lia|intro; lia|apply single_from; auto]|]. split; auto.
         intros a b _ A B E. destruct (N.le_gt_cases a b); [apply Q1; lia|]. rewrite N.lxor_comm. apply Q1; lia.
       - assert (Es : s' = single m n s (j,d)) by congruence. subst s'. split; [apply single_from; auto|]. split; auto. intros; discriminate. }
     destruct S1 as [S1 [S2 S3]]. destruct (IH _ _ Hl' H S1) as [R1 [R2 [R3 R4]]]. split; auto. split; [|split].
     + intros k Hk. apply R2, S2, single_mono. auto.
     + intros j' d' [E|Hj]; [|apply R3; auto]. inversion E; subst. destruct (single_cov m n s j' d' j' d') as [C1 C2]; [simpl; auto|]. split; intros; apply R2, S2; auto.
     + intros j' d' a b [E|Hj]; [inversion E; subst; intros; apply R2, S3; auto|apply R4; auto]. }
 intro H. apply Z in H as [F [_ [C P]]]; [|apply incl_refl|intros k Hk; rewrite mem_none in Hk; discriminate]. split; auto.
 intros o [j d I E Q|j d x I E Q1 Q|j d a b I E Qa Qb Q]; unfold holds; simpl.
 - apply (C j d I); auto. - rewrite N.lxor_0_r. replace x with (n - j) by lia. apply (C j d I); auto; lia. - rewrite N.lxor_0_r. eapply P; eauto. Qed.
Lemma rare_pairs_spec m e rs : forall s k, mem (rare_pairs m rs e s) k = true <-> mem s k = true \/ exists a g, In (a,g) rs /\ a < e /\ N.lxor g (value m (e - a)) = k.
Proof. unfold rare_pairs. induction rs as [|[a g] rs IH]; intros s k; simpl. { split; auto. intros [?|[? [? [[] _]]]]; auto. }
 rewrite IH, set_if_or. split.
 - intros [[[A B]|A]|[x [y [A B]]]]; auto; right; [exists a, g|exists x, y]; [apply N.ltb_lt in A|]; auto.
 - intros [A|[x [y [[E|A] [B C]]]]]; auto; [inversion E; subst; left; left; split; auto; apply N.ltb_lt; auto|right; exists x, y; auto]. Qed.
Lemma seen_spec m rs n o : (forall i, 1 <= i < n -> common i (value m i) = false -> In (i, value m i) rs) -> move c n o -> wf c ->
  common n (xors (map (value m) o)) = true -> holds m (seen m rs n) o.
Proof. intros RS Mo W. unfold seen.
 assert (Z : forall l s, (forall k, mem s k = true -> mem (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s) k = true) /\
   covered m n l (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s) /\
   forall j d a g, In (j,d) l -> N.testbit d 2 = true -> In (a,g) rs -> a < n - j -> mem (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s) (N.lxor g (value m (n - j - a))) = true).
 { induction l as [|[j d] l IH]; intro s. { simpl. repeat split; auto; try contradiction; intros ? ? []. }
   cbn [fold_left fst snd]. set (s' := if N.testbit d 2 then _ else _). destruct (IH s') as [R1 [R2 R3]].
   assert (S1 : forall k, mem (single m n s (j,d)) k = true -> mem s' k = true). { intros k Hk. unfold s'. destruct (N.testbit d 2); auto. apply rare_pairs_spec. auto. }
   split; [|split].
   - intros k Hk. apply R1, S1, single_mono. auto.
   - intros j' d' [E|Hj]; [|apply R2; auto]. inversion E; subst. destruct (single_cov m n s j' d' j' d') as [C1 C2]; [simpl; auto|]. split; intros; apply R1, S1; auto.
   - intros j' d' a g [E|Hj] D A B; [inversion E; subst|eapply R3; eauto]. apply R1. unfold s'. rewrite D. apply rare_pairs_spec. right. exists a, g. auto. }
 destruct (Z c none) as [_ [C P]]. destruct Mo as [j d I E Q|j d x I E Q1 Q|j d a b I E Qa Qb Q]; unfold holds; simpl; intro H.
 - apply (C j d I); auto. - rewrite N.lxor_0_r in *. replace x with (n - j) by lia. apply (C j d I); auto; lia.
 - rewrite N.lxor_0_r in *. rewrite (common_split n j d a b _ _ I E Q) in H. pose proof (W _ _ I). destruct (common a (value m a)) eqn:Ea.
   + destruct (common b (value m b)) eqn:Eb; [discriminate|]. rewrite N.lxor_comm. replace a with (n - j - b) by lia. apply (P j d b _ I E); [apply RS; auto; lia|lia].
   + replace b with (n - j - a) by lia. apply (P j d a _ I E); [apply RS; auto; lia|lia]. Qed.
Lemma seen_from m rs n : wf c -> (forall a g, In (a,g) rs -> 1 <= a /\ value m a = g) -> from m n (seen m rs n).
Proof. intros W RS. unfold seen.
 assert (Z : forall l s, incl l c -> from m n s -> from m n (fold_left (fun s jd => if N.testbit (snd jd) 2 then rare_pairs m rs (n - fst jd) (single m n s jd) else single m n s jd) l s)).
 { induction l as [|[j d] l IH]; intros s Hl F; [exact F|cbn [fold_left fst snd]]. assert (I : In (j,d) c) by (apply Hl; simpl; auto).
   apply IH; [intros x Hx; apply Hl; simpl; auto|]. destruct (N.testbit d 2) eqn:D; [|apply single_from; auto].
   intros k H. apply rare_pairs_spec in H as [H|[a [g [H1 [H2 <-]]]]]; [eapply single_from; eauto|]. destruct (RS _ _ H1) as [R1 R2].
   exists [a; n - j - a]. split; [eapply split; eauto; lia|]. simpl. rewrite N.lxor_0_r, R2. auto. }
 apply Z; [apply incl_refl|]. intros k H. rewrite mem_none in H. discriminate. Qed.
Lemma missing_none s n : forall i, missing s n i = O -> forall k, i <= k -> k < i + N.of_nat n -> mem s k = true.
Proof. induction n; intros i H k A B; [lia|]. simpl in H. destruct (mem s i) eqn:E; [|discriminate].
 destruct (N.eq_dec i k) as [<-|ne]; auto. apply (IHn (i + 1) H); lia. Qed.
Lemma lacks_none s g : Nat.eqb (lacks s g) 0 = true -> forall k, k < g -> mem s k = true.
Proof. intros H k Hk. apply Nat.eqb_eq in H. apply (missing_none _ _ _ H k); lia. Qed.
Definition good m n g := (forall o, move c n o -> xors (map (value m) o) <> g) /\ (forall k, k < g -> exists o, move c n o /\ xors (map (value m) o) = k).
Lemma step_good vs hs l m rs n g : wf c -> starts m n hs -> recent m n l -> (forall i, 1 <= i < n -> common i (value m i) = false -> In (i, value m i) rs) -> (forall a g, In (a,g) rs -> 1 <= a /\ value m a = g) -> step vs hs l m rs n = Some g -> good m n g.
Proof. intros W SH SL RS RS2. unfold step. set (s := seen m rs n). destruct (outside vs (turn n) s 0) as [g0 lack]. destruct (common n g0 && negb (mem s g0) && _) eqn:E.
 - intro H. inversion H; subst g. apply andb_true_iff in E as [E E3]. apply andb_true_iff in E as [E1 E2]. apply negb_true_iff in E2. split.
   + intros o Mo X. assert (Y : holds m s o). { apply seen_spec; auto. rewrite X. auto. } unfold holds in Y. rewrite X in Y. congruence.
   + intros k Hk. apply (covers_from hs l m n g0 (s, lack) SH SL (seen_from m rs n W RS2)). eapply lacks_none; eauto.
 - destruct (full m n) as [r|] eqn:Fu; [|discriminate]. apply full_spec in Fu as [F1 F2]. set (g1 := first 1000 _ 0). destruct (negb _ && _) eqn:D; [|discriminate].
   intro H. inversion H; subst g. clearbody g1. apply andb_true_iff in D as [D1 D2]. apply negb_true_iff in D1. split.
   + intros o Mo X. specialize (F2 o Mo). unfold holds in F2. rewrite X in F2. congruence.
   + intros k Hk. apply F1. eapply lacks_none; eauto. Qed.
Lemma value_put m n g i : 1 <= n -> value (put m n g) i = if N.eqb i n then g else value m i.
Proof. intro A. destruct n as [|p]; [lia|]. destruct i as [|q]; simpl; auto. destruct (Pos.eqb_spec q p) as [->|ne]; [rewrite PositiveMap.gss|rewrite PositiveMap.gso by auto]; auto. Qed.
Lemma spec_ext G F n : wf c -> (forall i, i <= n -> F i = G i) -> spec c G n -> spec c F n.
Proof. intros W E [A B]. assert (Z : forall o, move c n o -> map F o = map G o). { intros o Ho. apply map_ext_in. intros h Hh. apply E. pose proof (move_lt _ _ _ _ W Ho Hh). lia. }
 unfold spec. rewrite E by lia. split. - intros o Ho. rewrite Z; auto. - intros k Hk. destruct (B k Hk) as [o [Ho X]]. exists o. rewrite Z; auto. Qed.
Lemma begun_starts m n hs g : starts m n hs -> value m n = g -> starts m (n + 1) (begun hs n g).
Proof. intros S E. assert (S' : starts m (n + 1) hs) by (intros i x X; destruct (S i x X); split; auto; lia). unfold begun. destruct (n <=? 1000); auto.
 destruct (N.eqb_spec (N.of_nat (length hs) + 1) n) as [L|]; auto. intros i x X. destruct (Nat.lt_ge_cases i (length hs)) as [A|A].
 - rewrite nth_error_app1 in X by auto. auto.
 - rewrite nth_error_app2 in X by auto. destruct (i - length hs)%nat as [|[|q]] eqn:Q; inversion X. subst x. replace i with (length hs) by lia. split; [lia|]. rewrite L. exact E. Qed.
Lemma run_with_spec (W : wf c) vs k : forall hs l n m rs m', 1 <= n -> starts m n hs -> recent m n l -> (forall i, i < n -> spec c (value m) i) -> (forall i, 1 <= i < n -> common i (value m i) = false -> In (i, value m i) rs) -> (forall a g, In (a,g) rs -> 1 <= a < n /\ value m a = g) ->
  run_with vs hs l k n m rs = Some m' -> forall i, i < n + N.of_nat k -> spec c (value m') i.
Proof. induction k; intros hs l n m rs m' A SH SL S RS RS2 H i Hi; simpl in H. { inversion H; subst. apply S. lia. }
 destruct (step vs hs l m rs n) as [g|] eqn:E; [|discriminate]. assert (RS3 : forall a g, In (a,g) rs -> 1 <= a /\ value m a = g) by (intros a b Hab; destruct (RS2 a b Hab); split; auto; lia). pose proof (step_good _ _ _ _ _ _ _ W SH SL RS RS3 E) as Go.
 assert (V : forall i, i < n -> value (put m n g) i = value m i). { intros x Hx. rewrite value_put by auto. destruct (N.eqb_spec x n); auto. lia. }
 assert (Vn : value (put m n g) n = g). { rewrite value_put, N.eqb_refl by auto. auto. }
 eapply IHk in H; [exact H|lia| | | | | |lia].
 - apply begun_starts; auto. intros x y X. destruct (SH x y X) as [X1 X2]. split; auto. rewrite V; auto.
 - intros x y X. destruct x as [|x]; simpl in X. { inversion X. subst y. split; [lia|]. replace (n + 1 - 1 - N.of_nat 0) with n by lia. exact Vn. }
   destruct (SL x y X) as [X1 X2]. split; [lia|]. replace (n + 1 - 1 - N.of_nat (Datatypes.S x)) with (n - 1 - N.of_nat x) by lia. rewrite V; auto; lia.
 - intros x Hx. destruct (N.eq_dec x n) as [->|].
   + destruct Go as [G1 G2]. assert (Z : forall o, move c n o -> map (value (put m n g)) o = map (value m) o). { intros o Ho. apply map_ext_in. intros h Hh. apply V. eapply move_lt; eauto. }
     unfold spec. rewrite Vn. split. * intros o Ho. rewrite Z; auto. * intros q Hq. destruct (G2 q Hq) as [o [Ho X]]. exists o. rewrite Z; auto.
   + apply (spec_ext (value m)); auto; [intros; apply V; lia|apply S; lia].
 - intros x Hx Hc. destruct (N.eq_dec x n) as [->|].
   + rewrite Vn in *. rewrite Hc. simpl. auto.
   + rewrite V in * by lia. assert (I : In (x, value m x) rs) by (apply RS; auto; lia). destruct (common n g); simpl; auto.
 - intros a b Hab. assert (Y : (a,b) = (n,g) \/ In (a,b) rs) by (destruct (common n g); simpl in Hab; intuition). destruct Y as [Y|Y]; [inversion Y; subst; split; auto; lia|].
   destruct (RS2 _ _ Y) as [Y1 Y2]. split; [lia|]. rewrite V; auto; lia. Qed.
Lemma run_spec (W : wf c) k : forall n m rs m', 1 <= n -> (forall i, i < n -> spec c (value m) i) -> (forall i, 1 <= i < n -> common i (value m i) = false -> In (i, value m i) rs) ->
  (forall a g, In (a,g) rs -> 1 <= a < n /\ value m a = g) -> run k n m rs = Some m' -> forall i, i < n + N.of_nat k -> spec c (value m') i.
Proof. intros n m rs m' A. apply run_with_spec; auto; intros [|i] g H; discriminate. Qed.
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
