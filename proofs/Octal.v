(* Octal.v: taking-and-breaking games, Sprague-Grundy, and the theorem of Guy and Smith. *)
From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive. Import ListNotations.
From Cg Require Import Game Order Nim.
Open Scope N_scope.

(* the rules. A code is the list of its digits, with the numbers of tokens they remove: (1,d1), (2,d2), ...
   digit + 1: the whole heap may be taken, + 2: one heap may be left, + 4: two heaps may be left *)
Definition code := list (N * N).
Fixpoint number (j : N) (ds : list N) : code := match ds with [] => [] | d :: r => (j, d) :: number (j + 1) r end.
Definition octal (ds : list N) : code := number 1 ds.
Definition range (n : N) : list N := map (fun i => N.of_nat (S i)) (List.seq 0 (N.to_nat n)).   (* 1 .. n *)
Definition moves (n : N) (jd : N * N) : list (list N) := let (j, d) := jd in
 (if N.testbit d 0 && (n =? j) then [[]] else []) ++
 (if N.testbit d 1 && (j <? n) then [[n - j]] else []) ++
 (if N.testbit d 2 then map (fun a => [a; n - j - a]) (range (n - j - 1)) else []).
Definition options (c : code) (n : N) : list (list N) := flat_map (moves n) c.
Fixpoint heap_tree (c : code) (f : nat) (n : N) : game :=
 match f with O => zero | S f => let os := map (fun o => total (map (heap_tree c f) o)) (options c n) in mk os os end.
Definition heap (c : code) (n : N) : game := heap_tree c (S (N.to_nat n)) n.

(* ------------------------------------------------------------------ facts *)
Definition wf (c : code) := forall j d, In (j, d) c -> 1 <= j.
Lemma in_range n a : In a (range n) <-> 1 <= a <= n.
Proof. unfold range. rewrite in_map_iff. split.
 - intros [i [<- H]]. apply in_seq in H. lia.
 - intro H. exists (N.to_nat a - 1)%nat. split; [lia|apply in_seq; lia]. Qed.
Inductive move (c : code) (n : N) : list N -> Prop :=
 | take j d : In (j,d) c -> N.testbit d 0 = true -> n = j -> move c n []
 | leave j d m : In (j,d) c -> N.testbit d 1 = true -> 1 <= m -> n = m + j -> move c n [m]
 | split j d a b : In (j,d) c -> N.testbit d 2 = true -> 1 <= a -> 1 <= b -> n = a + b + j -> move c n [a; b].
Lemma in_options c n o : In o (options c n) <-> move c n o.
Proof. unfold options. rewrite in_flat_map. unfold moves. split.
 - intros [[j d] [Hc H]]. rewrite !in_app_iff in H. destruct H as [H|[H|H]].
   + destruct (N.testbit d 0) eqn:E; [|destruct H]. destruct (N.eqb_spec n j); [|destruct H]. destruct H as [<-|[]]. eapply take; eauto.
   + destruct (N.testbit d 1) eqn:E; [|destruct H]. destruct (N.ltb_spec j n); [|destruct H]. destruct H as [<-|[]]. eapply leave; eauto; lia.
   + destruct (N.testbit d 2) eqn:E; [|destruct H]. apply in_map_iff in H as [a [<- H]]. apply in_range in H. eapply split; eauto; lia.
 - intros [j d H E ->|j d m H E Q ->|j d a b H E Qa Qb ->]; exists (j,d); (split; [auto|]); rewrite !in_app_iff, E.
   + left. rewrite N.eqb_refl. simpl. auto.
   + right; left. destruct (N.ltb_spec j (m + j)); [|lia]. simpl. left. f_equal. lia.
   + right; right. apply in_map_iff. exists a. split; [f_equal; f_equal; lia|apply in_range; lia]. Qed.
Lemma move_lt c n o h : wf c -> move c n o -> In h o -> h < n.
Proof. intros W M H. destruct M as [j d I|j d m I E Q ->|j d a b I E Qa Qb ->]; specialize (W _ _ I); simpl in H; intuition lia. Qed.
Lemma heap_tree_ok c (W : wf c) f : forall n g, (N.to_nat n < f)%nat -> (N.to_nat n < g)%nat -> heap_tree c f n = heap_tree c g n.
Proof. induction f; intros n g Hf Hg; [lia|]. destruct g; [lia|]. simpl.
 assert (Q : map (fun o => total (map (heap_tree c f) o)) (options c n) = map (fun o => total (map (heap_tree c g) o)) (options c n)); [|rewrite Q; auto].
 apply map_ext_in. intros o Ho. f_equal. apply map_ext_in. intros h Hh. apply in_options in Ho. pose proof (move_lt _ _ _ _ W Ho Hh). apply IHf; lia. Qed.
Lemma heap_unfold c n : wf c -> heap c n = let os := map (fun o => total (map (heap c) o)) (options c n) in mk os os.
Proof. intro W. unfold heap at 1. simpl.
 assert (Q : map (fun o => total (map (heap_tree c (N.to_nat n)) o)) (options c n) = map (fun o => total (map (heap c) o)) (options c n)); [|rewrite Q; auto].
 apply map_ext_in. intros o Ho. f_equal. apply map_ext_in. intros h Hh. apply in_options in Ho. pose proof (move_lt _ _ _ _ W Ho Hh). apply heap_tree_ok; auto; lia. Qed.

(* G is right at n: no option has the value G n, and every smaller value is that of an option *)
Definition spec (c : code) (G : N -> N) (n : N) : Prop :=
 (forall o, move c n o -> xors (map G o) <> G n) /\ (forall k, k < G n -> exists o, move c n o /\ xors (map G o) = k).
Theorem grundy c G M : wf c -> (forall n, n < M -> spec c G n) -> forall n, n < M -> eq (heap c n) (star (G n)).
Proof. intros W H n. remember (S (N.to_nat n)) as f. assert (Q : (N.to_nat n < f)%nat) by lia. clear Heqf. revert n Q.
 induction f; intros n Q B; [lia|]. rewrite heap_unfold by auto. destruct (H n B) as [H1 H2].
 assert (T : forall o, move c n o -> eq (total (map (heap c) o)) (star (xors (map G o)))).
 { intros o Ho. eapply eq_trans; [|apply nim_total]. assert (Z : forall h, In h o -> eq (heap c h) (star (G h))).
   { intros h Hh. pose proof (move_lt _ _ _ _ W Ho Hh). apply IHf; lia. }
   clear - Z. induction o as [|h o IH]; simpl; [apply eq_refl'|].
   change (eq (plus (heap c h) (total (map (heap c) o))) (plus (star (G h)) (total (map star (map G o))))).
   apply plus_eq; [apply Z; simpl; auto|apply IH; intros; apply Z; simpl; auto]. }
 apply mex_star.
 - intros x Hx. simpl in Hx. assert (I : In x (map (fun o => total (map (heap c) o)) (options c n))) by tauto. apply in_map_iff in I as [o [<- Ho]].
   apply in_options in Ho. exists (xors (map G o)). split; auto.
 - intros k Hk. destruct (H2 k Hk) as [o [Ho E]].
   assert (X : exists x, In x (map (fun o => total (map (heap c) o)) (options c n)) /\ eq x (star k)).
   { exists (total (map (heap c) o)). split; [apply in_map_iff; exists o; split; auto; apply in_options; auto|]. rewrite <- E. auto. }
   simpl; auto. Qed.

(* Guy and Smith. Digits up to k; a preperiod of 0 counts as 1. *)
Definition extend (G : N -> N) (M n0 p n : N) : N := if n <? M then G n else G (n0 + (n - n0) mod p).
Section GuySmith.
Variable c : code. Variable G : N -> N. Variables k n0 p : N.
Hypothesis W : wf c. Hypothesis K : forall j d, In (j,d) c -> j <= k.
Hypothesis n1 : 1 <= n0. Hypothesis p1 : 1 <= p.
Let M := 2 * (n0 + p) + k.
Hypothesis H : forall n, n < M -> spec c G n.
Hypothesis P : forall n, n0 <= n -> n + p < M -> G (n + p) = G n.
Let F := extend G M n0 p.
Lemma base n : n0 <= n -> n < M -> G n = G (n0 + (n - n0) mod p).
Proof. remember (N.to_nat n) as f. revert n Heqf. induction f using lt_wf_ind. intros n -> A B.
 destruct (N.lt_ge_cases n (n0 + p)). { rewrite N.mod_small by lia. f_equal. lia. }
 replace n with ((n - p) + p) at 1 by lia. rewrite P by lia. rewrite (H0 (N.to_nat (n - p))) by lia.
 replace (n - n0) with ((n - p - n0) + 1 * p) by lia. rewrite N.mod_add by lia. auto. Qed.
Lemma F_form n : n0 <= n -> F n = G (n0 + (n - n0) mod p).
Proof. intro A. unfold F, extend. destruct (N.ltb_spec n M); auto. apply base; auto. Qed.
Lemma F_period n : n0 <= n -> F (n + p) = F n.
Proof. intro A. rewrite !F_form by lia. replace (n + p - n0) with ((n - n0) + 1 * p) by lia. rewrite N.mod_add by lia. auto. Qed.
Lemma F_small n : n < M -> F n = G n.
Proof. intro A. unfold F, extend. destruct (N.ltb_spec n M); auto. lia. Qed.
Lemma down n o : M <= n -> move c n o -> exists o', move c (n - p) o' /\ xors (map F o') = xors (map F o).
Proof. intros A B. destruct B as [j d I E Q|j d m I E Q1 Q|j d a b I E Qa Qb Q]; pose proof (K _ _ I); unfold M in *.
 - lia.
 - exists [m - p]. split; [eapply leave; eauto; lia|]. simpl. replace m with ((m - p) + p) at 2 by lia. rewrite F_period by lia. auto.
 - destruct (N.lt_ge_cases b (n0 + p)).
   + exists [a - p; b]. split; [eapply split; eauto; lia|]. simpl. replace a with ((a - p) + p) at 2 by lia. rewrite F_period by lia. auto.
   + exists [a; b - p]. split; [eapply split; eauto; lia|]. simpl. replace b with ((b - p) + p) at 2 by lia. rewrite F_period by lia. auto. Qed.
Lemma up n o : M <= n -> move c (n - p) o -> exists o', move c n o' /\ xors (map F o') = xors (map F o).
Proof. intros A B. destruct B as [j d I E Q|j d m I E Q1 Q|j d a b I E Qa Qb Q]; pose proof (K _ _ I); unfold M in *.
 - lia.
 - exists [m + p]. split; [eapply leave; eauto; lia|]. simpl. rewrite F_period by lia. auto.
 - destruct (N.lt_ge_cases b n0).
   + exists [a + p; b]. split; [eapply split; eauto; lia|]. simpl. rewrite F_period by lia. auto.
   + exists [a; b + p]. split; [eapply split; eauto; lia|]. simpl. rewrite F_period by lia. auto. Qed.
Lemma spec_all n : spec c F n.
Proof. remember (N.to_nat n) as f. revert n Heqf. induction f using lt_wf_ind. intros n ->.
 destruct (N.lt_ge_cases n M) as [A|A].
 - destruct (H n A) as [H1 H2]. assert (Z : forall o, move c n o -> map F o = map G o).
   { intros o Ho. apply map_ext_in. intros h Hh. apply F_small. pose proof (move_lt _ _ _ _ W Ho Hh). lia. }
   unfold spec. rewrite F_small by auto. split.
   + intros o Ho. rewrite (Z o Ho). auto.
   + intros q Hq. destruct (H2 q Hq) as [o [Ho E]]. exists o. rewrite (Z o Ho). auto.
 - assert (E : F n = F (n - p)). { replace n with ((n - p) + p) at 1 by (unfold M in *; lia). apply F_period. unfold M in *; lia. }
   destruct (H0 (N.to_nat (n - p))) with (n := n - p) as [H1 H2]; [unfold M in *; lia|auto|]. unfold spec. rewrite E. split.
   + intros o Ho. destruct (down n o A Ho) as [o' [Ho' <-]]. auto.
   + intros q Hq. destruct (H2 q Hq) as [o [Ho <-]]. destruct (up n o A Ho) as [o' [Ho' E']]. exists o'. auto. Qed.
Theorem guy_smith : forall n, n0 <= n -> eq (heap c (n + p)) (heap c n).
Proof. intros n A. eapply eq_trans; [apply (grundy c F (n + p + 1)); [auto|intros; apply spec_all|lia]|].
 rewrite F_period by auto. apply eq_sym. apply (grundy c F (n + 1)); [auto|intros; apply spec_all|lia]. Qed.
End GuySmith.
