(* Family.v: sums of nimbers and of heaps with known nim-values, and what is claimed of them; least periods. *)
From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive.
Import ListNotations.
From Cg Require Import Game Order Nim Octal OctalCheck.
Open Scope N_scope.

(* ---- sums of games that equal nimbers *)
Definition nimbers (gs : list game) (ns : list N) := Forall2 (fun g n => eq g (star n)) gs ns.
Lemma no_nimbers : nimbers [] []. Proof. constructor. Qed.
Lemma one_star n gs ns : nimbers gs ns -> nimbers (star n :: gs) (n :: ns). Proof. constructor; auto. apply eq_refl'. Qed.
Lemma one_heap g n gs ns : eq g (star n) -> nimbers gs ns -> nimbers (g :: gs) (n :: ns). Proof. constructor; auto. Qed.
Lemma nimbers_total gs ns : nimbers gs ns -> eq (total gs) (star (xors ns)).
Proof. induction 1 as [|g n gs ns E F IH]; [apply eq_refl'|].
 change (eq (plus g (total gs)) (star (N.lxor n (xors ns)))). eapply eq_trans; [|apply nim_sum]. apply plus_eq; auto. Qed.
Lemma star_apart m n : m <> n -> ~ le (star m) (star n).
Proof. intros D A. assert (E : eq (plus (star m) (star n)) (star (N.lxor m n))) by apply nim_sum.
 assert (B : N.lxor m n <> 0) by (rewrite N.lxor_eq_0_iff; auto). destruct (star_outcome _ B) as [W _].
 apply win1L in W. apply lf_not_le in W. apply W. eapply le_trans; [apply E|].
 eapply le_trans; [apply plus_mono; [exact A|apply le_refl]|]. pose proof (nim_sum n n) as Z. rewrite N.lxor_nilpotent in Z. apply Z. Qed.
Theorem nim_claim_eq gs ms (F : nimbers gs ms) hs ns (H : nimbers hs ns) : N.eqb (xors ms) (xors ns) = true -> eq (total gs) (total hs).
Proof. intro E. apply N.eqb_eq in E. eapply eq_trans; [apply nimbers_total; exact F|]. rewrite E. apply eq_sym, nimbers_total, H. Qed.
Theorem nim_claim_le gs ms (F : nimbers gs ms) hs ns (H : nimbers hs ns) : N.eqb (xors ms) (xors ns) = true -> le (total gs) (total hs).
Proof. intro E. apply (nim_claim_eq gs ms F hs ns H E). Qed.
Lemma nim_not_le gs ms hs ns : nimbers gs ms -> nimbers hs ns -> xors ms <> xors ns -> ~ le (total gs) (total hs).
Proof. intros F H E A. apply nimbers_total in F, H. apply (star_apart (xors ms) (xors ns) E).
 eapply le_trans; [apply F|]. eapply le_trans; [exact A|apply H]. Qed.
Theorem nim_claim_not_eq gs ms (F : nimbers gs ms) hs ns (H : nimbers hs ns) : negb (N.eqb (xors ms) (xors ns)) = true -> ~ eq (total gs) (total hs).
Proof. intros E [A _]. apply negb_true_iff, N.eqb_neq in E. exact (nim_not_le gs ms hs ns F H E A). Qed.
Theorem nim_claim_confused gs ms (F : nimbers gs ms) hs ns (H : nimbers hs ns) : negb (N.eqb (xors ms) (xors ns)) = true -> confused (total gs) (total hs).
Proof. intro E. apply negb_true_iff, N.eqb_neq in E. split; [exact (nim_not_le gs ms hs ns F H E)|exact (nim_not_le hs ns gs ms H F (not_eq_sym E))]. Qed.
Theorem nim_claim_P gs ns (F : nimbers gs ns) : N.eqb (xors ns) 0 = true -> outP (total gs).
Proof. intro E. apply N.eqb_eq in E. apply outP_eq. rewrite <- (eq_refl : star 0 = zero), <- E. apply nimbers_total, F. Qed.
Theorem nim_claim_N gs ns (F : nimbers gs ns) : negb (N.eqb (xors ns) 0) = true -> outN (total gs).
Proof. intro E. apply negb_true_iff, N.eqb_neq in E. destruct (star_outcome _ E) as [A B]. destruct (nimbers_total _ _ F) as [C D]. split.
 - apply win1L. apply win1L in A. eapply lf_le; eauto. - apply win1R. apply win1R in B. eapply le_lf; eauto. Qed.
(* a nimber has no dominated and no reversible option *)
Theorem canonical_star n : canonical (star n).
Proof. remember (N.to_nat n) as f. revert n Heqf. induction f as [f IH] using lt_wf_ind. intros n ->.
 assert (A : forall k, ForallOrdPairs (fun x y => ~ le x y /\ ~ le y x) (stars k)).
 { induction k as [|k IHk]; [constructor|]. cbn [stars]. constructor; [|exact IHk]. apply Forall_forall. intros y Hy.
   apply in_stars in Hy as [j [J ->]]. replace (mk (stars k) (stars k)) with (star (N.of_nat k)) by (unfold star; rewrite Nnat.Nat2N.id; auto).
   split; apply star_apart; lia. }
 assert (B : forall x y, In x (stars (N.to_nat n)) -> In y (L x) \/ In y (R x) -> exists j, y = star j /\ j <> n).
 { intros x y Hx Hy. apply in_star in Hx as [m [Hm ->]]. assert (I : In y (stars (N.to_nat m))) by (simpl in Hy; tauto).
   apply in_star in I as [j [Hj ->]]. exists j. split; auto. lia. }
 constructor; try apply A.
 - intros x y Hx Hy. destruct (B x y Hx (or_intror Hy)) as [j [-> D]]. apply star_apart, D.
 - intros x y Hx Hy. destruct (B x y Hx (or_introl Hy)) as [j [-> D]]. apply star_apart. auto.
 - intros x Hx. assert (I : In x (stars (N.to_nat n))) by (simpl in Hx; tauto). apply in_star in I as [m [Hm ->]]. eapply IH; [|reflexivity]. lia. Qed.
(* the negative of a nimber is itself *)
Lemma neg_star n : neg (star n) = star n.
Proof. assert (Z : forall k, map neg (stars k) = stars k). { induction k; simpl; auto. rewrite IHk. auto. } unfold star. simpl. rewrite !Z. auto. Qed.

(* ---- the nim-value of a heap, computed *)
Section Value.
Variable c : code. Variable fuel : nat.
Definition heap_check (n g : N) : bool := forallb (fun jd => 1 <=? fst jd) c &&
 match run c 1 false fuel (N.to_nat n) 1 (PositiveMap.empty _) [] with None => false | Some m => N.eqb (value m n) g end.
Theorem heap_sound n g : heap_check n g = true -> eq (heap c n) (star g).
Proof. unfold heap_check. intro H. apply andb_true_iff in H as [W H]. destruct (run _ _ _ _ _ _ _ _) as [m|] eqn:E; [|discriminate]. apply N.eqb_eq in H. subst g.
 rewrite forallb_forall in W. assert (W' : wf c). { intros j d I. specialize (W _ I). apply N.leb_le in W. auto. }
 apply (grundy c (value m) (n + 1) W'); [|lia]. intros i Hi.
 apply (run_spec c 1 false fuel W' (N.to_nat n) 1 (PositiveMap.empty _) [] m); auto; try lia; [|intros ? ? []]. intros k Hk. replace k with 0 by lia. split.
 - intros o Ho. inversion Ho; pose proof (W' _ _ H); lia. - simpl. intros; lia. Qed.
End Value.

(* ---- periods. A heap that is empty has no moves, and so 0 may count as a heap. *)
Definition has_period (c : code) (n0 p : N) := forall n, n0 <= n -> eq (heap c (n + p)) (heap c n).
Definition least_period (c : code) (n0 p : N) := has_period c n0 p /\ 1 <= p /\
 (forall q, 1 <= q -> q < p -> ~ has_period c n0 q) /\ (forall m, m < n0 -> ~ has_period c m p).
Section Period.
Variable c : code. Variable mask : N. Variable parity : bool. Variable fuel : nat.
Definition values_to (k : N) := run c mask parity fuel (N.to_nat k) 1 (PositiveMap.empty _) [].
Definition reach (n0 p : N) := 2 * (N.max 1 n0 + p) + digits c.
Definition period_from (n0 p : N) : bool := forallb (fun jd => 1 <=? fst jd) c && (1 <=? p) &&
 match values_to (reach n0 p) with None => false | Some m => same m p (N.to_nat (2 * N.max 1 n0 + 1 + p + digits c - n0)) n0 end.
Lemma values_spec k m : wf c -> values_to k = Some m -> forall i, i <= k -> spec c (value m) i.
Proof. intros W E i Hi. apply (run_spec c mask parity fuel W (N.to_nat k) 1 (PositiveMap.empty _) [] m); auto; try lia; [|intros ? ? []]. intros j Hj. replace j with 0 by lia. split.
 - intros o Ho. inversion Ho; pose proof (W _ _ H); lia. - simpl. intros; lia. Qed.
Lemma digits_max j d : In (j, d) c -> j <= digits c.
Proof. intro I. unfold digits. clear - I. induction c as [|[x y] l IH]; simpl in *; [contradiction|]. destruct I as [I|I]; [inversion I; subst; lia|apply IH in I; lia]. Qed.
Lemma wf_check : forallb (fun jd => 1 <=? fst jd) c = true -> wf c.
Proof. intros H j d I. rewrite forallb_forall in H. specialize (H _ I). apply N.leb_le in H. auto. Qed.
Lemma period_values n0 p m : wf c -> 1 <= p -> values_to (reach n0 p) = Some m -> (forall i, n0 <= i -> i + p <= reach n0 p -> value m (i + p) = value m i) -> has_period c n0 p.
Proof. intros W P E S n Hn. pose proof (values_spec _ _ W E) as V. unfold reach in *.
 destruct (N.eq_dec n 0) as [->|ne].
 - eapply eq_trans; [apply (grundy c (value m) (0 + p + 1) W); [intros; apply V; lia|lia]|]. rewrite S by lia.
   apply eq_sym. apply (grundy c (value m) 1 W); [intros; apply V; lia|lia].
 - apply (guy_smith c (value m) (digits c) (N.max 1 n0) p W digits_max); try lia.
   + intros i Hi. apply V. lia.
   + intros i A B. apply S; lia. Qed.
Theorem period_from_sound n0 p : period_from n0 p = true -> forall n, n0 <= n -> eq (heap c (n + p)) (heap c n).
Proof. unfold period_from. intro H. destruct (values_to _) as [m|] eqn:E; [|rewrite andb_false_r in H; discriminate].
 apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2]. apply N.leb_le in H2. apply wf_check in H1.
 apply (period_values n0 p m); auto. intros i A B. unfold reach in B. eapply same_spec; [exact H3|lia|lia]. Qed.
(* least: each smaller q is refuted by two heaps q apart, and so is p one heap sooner *)
Fixpoint differ (m : tab) (q : N) (k : nat) (n : N) : bool := match k with O => false
 | S k => negb (N.eqb (value m (n + q)) (value m n)) || differ m q k (n + 1) end.
Fixpoint all_differ (m : tab) (n0 p : N) (k : nat) (q : N) : bool := match k with O => true
 | S k => differ m q (N.to_nat p) n0 && all_differ m n0 p k (q + 1) end.
Definition least (n0 p : N) : bool := forallb (fun jd => 1 <=? fst jd) c && (1 <=? p) &&
 match values_to (reach n0 p) with None => false | Some m => same m p (N.to_nat (2 * N.max 1 n0 + 1 + p + digits c - n0)) n0 &&
  all_differ m n0 p (N.to_nat (p - 1)) 1 && (N.eqb n0 0 || negb (N.eqb (value m (n0 - 1 + p)) (value m (n0 - 1)))) end.
Lemma differ_spec m q k : forall n, differ m q k n = true -> exists i, n <= i /\ i < n + N.of_nat k /\ value m (i + q) <> value m i.
Proof. induction k; intros n H; [discriminate|]. simpl in H. apply orb_true_iff in H as [H|H].
 - apply negb_true_iff, N.eqb_neq in H. exists n. split; [|split]; auto; lia.
 - apply IHk in H as [i [A [B C]]]. exists i. split; [|split]; auto; lia. Qed.
Lemma all_differ_spec m n0 p k : forall q, all_differ m n0 p k q = true -> forall r, q <= r -> r < q + N.of_nat k -> differ m r (N.to_nat p) n0 = true.
Proof. induction k; intros q H r A B; [lia|]. simpl in H. apply andb_true_iff in H as [H1 H2]. destruct (N.eq_dec r q) as [->|]; auto. eapply IHk; eauto; lia. Qed.
Lemma apart_heaps m k i j : wf c -> values_to k = Some m -> i <= k -> j <= k -> value m i <> value m j -> ~ eq (heap c i) (heap c j).
Proof. intros W E A B D [Q _]. apply (star_apart _ _ D). pose proof (values_spec _ _ W E) as V.
 pose proof (grundy c (value m) (k + 1) W) as G. assert (G' : forall n, n <= k -> eq (heap c n) (star (value m n))) by (intros; apply G; [intros; apply V; lia|lia]).
 eapply le_trans; [apply G'; auto|]. eapply le_trans; [exact Q|apply G'; auto]. Qed.
Theorem least_sound n0 p : least n0 p = true -> least_period c n0 p.
Proof. unfold least. intro H. destruct (values_to _) as [m|] eqn:E; [|rewrite andb_false_r in H; discriminate].
 apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2]. apply N.leb_le in H2. apply wf_check in H1.
 apply andb_true_iff in H3 as [H3 H5]. apply andb_true_iff in H3 as [H3 H4]. unfold reach in *. split; [|split; [auto|split]].
 - apply (period_values n0 p m); auto. intros i A B. unfold reach in B. eapply same_spec; [exact H3|lia|lia].
 - intros q A B P. pose proof (all_differ_spec _ _ _ _ _ H4 q A ltac:(lia)) as D. apply differ_spec in D as [i [D1 [D2 D3]]].
   apply (apart_heaps m _ (i + q) i H1 E) in D3; [|lia|lia]. apply D3, P. auto.
 - intros k A P. apply orb_true_iff in H5 as [H5|H5]; [apply N.eqb_eq in H5; lia|]. apply negb_true_iff, N.eqb_neq in H5.
   apply (apart_heaps m _ (n0 - 1 + p) (n0 - 1) H1 E) in H5; [|lia|lia]. apply H5, P. lia. Qed.
End Period.
