(* Rules.v: the rules of the games, which a reader of a theorem needs. Each ruleset is its positions, the moves of
   Left, the moves of Right, and a number that every move makes smaller, with the proof of it. *)
From Coq Require Import List Arith Lia Bool PArith NArith Ascii String FMapPositive.
Import ListNotations.
From Cg Require Import Game.
Open Scope N_scope.

(* ---- boards. A text such as "X.|.O" is a board: its squares are numbered 0, 1, 2, ... from left to right, the
   sign | takes a number too, and so no square lies beside the end of the next row. A set of squares is a number:
   bit i says whether the square i belongs to it. stride is how much further the square below is. *)
Fixpoint squares (c : ascii) (t : string) : N := match t with
 | EmptyString => 0
 | String a t => (if Ascii.eqb a c then 1 else 0) + 2 * squares c t end.
Fixpoint row_length (t : string) : N := match t with
 | EmptyString => 0
 | String a t => if Ascii.eqb a "|" then 0 else 1 + row_length t end.
Definition stride t := 1 + row_length t.
Fixpoint bits (p : positive) (i : N) : list N := match p with
 | xH => [i] | xO p => bits p (N.succ i) | xI p => i :: bits p (N.succ i) end.
Definition members (s : N) : list N := match s with 0 => [] | Npos p => bits p 0 end.
(* the squares beside those of a set *)
Definition beside (w s : N) : N := N.lor (N.lor (N.shiftl s 1) (N.shiftr s 1)) (N.lor (N.shiftl s w) (N.shiftr s w)).
(* [0, 1, ..., n-1] *)
Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Lemma bit_odd p j : N.testbit (Npos p~1) (N.succ j) = N.testbit (Npos p) j.
Proof. exact (N.testbit_odd_succ (Npos p) j (N.le_0_l j)). Qed.
Lemma bit_even p j : N.testbit (Npos p~0) (N.succ j) = N.testbit (Npos p) j.
Proof. exact (N.testbit_even_succ (Npos p) j (N.le_0_l j)). Qed.
Lemma bit_later (f : N -> bool) (p : positive) (i k : N) : (forall j, f (N.succ j) = N.testbit (Npos p) j) -> N.succ i <= k ->
 f (k - i) = N.testbit (Npos p) (k - N.succ i).
Proof. intros H A. replace (k - i) with (N.succ (k - N.succ i)) by lia. apply H. Qed.
Lemma in_bits p : forall i k, In k (bits p i) <-> i <= k /\ N.testbit (Npos p) (k - i) = true.
Proof. induction p; intros i k; cbn [bits In]; try rewrite IHp.
 - split.
   + intros [<-|[A B]]; [rewrite N.sub_diag; split; [lia|reflexivity]|]. split; [lia|]. rewrite (bit_later (N.testbit (Npos p~1)) p) by (auto using bit_odd). exact B.
   + intros [A B]. destruct (N.eq_dec i k) as [->|n]; auto. right. split; [lia|]. rewrite (bit_later (N.testbit (Npos p~1)) p) in B by (auto using bit_odd; lia). exact B.
 - split.
   + intros [A B]. split; [lia|]. rewrite (bit_later (N.testbit (Npos p~0)) p) by (auto using bit_even). exact B.
   + intros [A B]. destruct (N.eq_dec i k) as [->|n]; [rewrite N.sub_diag in B; discriminate|]. split; [lia|].
     rewrite (bit_later (N.testbit (Npos p~0)) p) in B by (auto using bit_even; lia). exact B.
 - split; [intros [<-|[]]; rewrite N.sub_diag; split; [lia|reflexivity]|]. intros [A B]. left.
   destruct (N.eq_dec (k - i) 0); [lia|]. exfalso. destruct (k - i); [lia|]. discriminate. Qed.
Lemma in_members s k : In k (members s) <-> N.testbit s k = true.
Proof. destruct s; simpl; [split; [intros []|discriminate]|]. rewrite in_bits, N.sub_0_r. simpl. split; [tauto|]. split; [lia|auto]. Qed.
Lemma clear_lt s i : N.testbit s i = true -> (N.to_nat (N.clearbit s i) < N.to_nat s)%nat.
Proof. intro H. assert (Z : N.ldiff (N.shiftl 1 i) s = 0).
 { apply N.bits_inj_0. intro k. rewrite N.ldiff_spec, N.shiftl_1_l. destruct (N.eq_dec i k) as [->|n]; [rewrite N.pow2_bits_true, H; auto|rewrite N.pow2_bits_false by auto; auto]. }
 unfold N.clearbit. pose proof (N.ldiff_le _ _ Z). rewrite <- (N.sub_nocarry_ldiff _ _ Z). rewrite N.shiftl_1_l in *.
 pose proof (N.pow_nonzero 2 i). lia. Qed.
Lemma clear_le s i : (N.to_nat (N.clearbit s i) <= N.to_nat s)%nat.
Proof. destruct (N.testbit s i) eqn:E; [apply clear_lt in E; lia|]. replace (N.clearbit s i) with s; [lia|].
 apply N.bits_inj. intro k. rewrite N.clearbit_eqb. destruct (N.eqb_spec i k); [subst; rewrite E; auto|rewrite andb_true_r; auto]. Qed.
Lemma ldiff_le s r : (N.to_nat (N.ldiff s r) <= N.to_nat s)%nat.
Proof. assert (H : N.ldiff (N.ldiff s r) s = 0). { apply N.bits_inj_0. intro k. rewrite !N.ldiff_spec. destruct (N.testbit s k), (N.testbit r k); auto. }
 apply N.ldiff_le in H. lia. Qed.

(* ---- Domineering and Cram. A position is the set of the empty squares. Left's dominoes stand upright on the
   squares i and i + w, Right's lie flat on i and i + 1. *)
Definition dominoes (d s : N) : list N := map (fun i => N.clearbit (N.clearbit s i) (i + d)) (members (N.land s (N.shiftr s d))).
Lemma dominoes_lt d s q : In q (dominoes d s) -> (N.to_nat q < N.to_nat s)%nat.
Proof. intro H. apply in_map_iff in H as [i [<- H]]. apply in_members in H. rewrite N.land_spec in H. apply andb_true_iff in H as [H _].
 apply clear_lt in H. pose proof (clear_le (N.clearbit s i) (i + d)). lia. Qed.
Definition domineering (w : N) : rules := {| pos := N; left := dominoes w; right := dominoes 1; size := N.to_nat;
 left_size := dominoes_lt w; right_size := dominoes_lt 1 |}.
Definition empty (t : string) : N := squares "." t.

Definition any_domino (w s : N) : list N := dominoes w s ++ dominoes 1 s.
Lemma any_domino_lt w s q : In q (any_domino w s) -> (N.to_nat q < N.to_nat s)%nat.
Proof. intro H. apply in_app_iff in H as [H|H]; eapply dominoes_lt; eauto. Qed.
Definition cram (w : N) : rules := {| pos := N; left := any_domino w; right := any_domino w; size := N.to_nat;
 left_size := any_domino_lt w; right_size := any_domino_lt w |}.

(* ---- Clobber. A position is the set of Left's stones and the set of Right's. A stone at i steps onto a stone of
   the other colour at j beside it, which is gone. *)
Definition step (own opp i j : N) : N * N := (N.setbit (N.clearbit own i) j, N.clearbit opp j).
Definition clobbers (w own opp : N) : list (N * N) :=
 map (fun i => step own opp i (i + 1)) (members (N.land own (N.shiftr opp 1))) ++
 map (fun j => step own opp (j + 1) j) (members (N.land (N.shiftr own 1) opp)) ++
 map (fun i => step own opp i (i + w)) (members (N.land own (N.shiftr opp w))) ++
 map (fun j => step own opp (j + w) j) (members (N.land (N.shiftr own w) opp)).
Definition swap (p : N * N) := (snd p, fst p).
Lemma step_lt own opp i j : i <> j -> N.testbit own i = true -> N.testbit opp j = true ->
 (N.to_nat (fst (step own opp i j) + snd (step own opp i j)) < N.to_nat (own + opp))%nat.
Proof. intros n A B. unfold step. simpl. assert (S : forall x k, N.testbit x k = true -> N.clearbit x k + 2 ^ k = x).
 { intros x k H. unfold N.clearbit. rewrite N.shiftl_1_l. assert (Z : N.ldiff (2 ^ k) x = 0).
   { apply N.bits_inj_0. intro m. rewrite N.ldiff_spec. destruct (N.eq_dec k m) as [->|]; [rewrite N.pow2_bits_true, H; auto|rewrite N.pow2_bits_false by auto; auto]. }
   rewrite <- (N.sub_nocarry_ldiff _ _ Z). apply N.ldiff_le in Z. lia. }
 assert (T : forall x k, N.setbit x k <= x + 2 ^ k).
 { intros x k. destruct (N.testbit x k) eqn:E.
   - replace (N.setbit x k) with x; [lia|]. apply N.bits_inj. intro m. rewrite N.setbit_eqb. destruct (N.eqb_spec k m); [subst; rewrite E; auto|auto].
   - assert (W : N.clearbit (N.setbit x k) k = x). { apply N.bits_inj. intro m. rewrite N.clearbit_eqb, N.setbit_eqb. destruct (N.eqb_spec k m); [subst; rewrite E|simpl]; rewrite ?andb_true_r; auto. }
     rewrite <- (S (N.setbit x k) k) by (rewrite N.setbit_eqb, N.eqb_refl; auto). rewrite W. lia. }
 specialize (T (N.clearbit own i) j). pose proof (S own i A). pose proof (S opp j B). pose proof (N.pow_nonzero 2 i). lia. Qed.
Lemma clobbers_lt w own opp q : 1 <= w -> In q (clobbers w own opp) -> (N.to_nat (fst q + snd q) < N.to_nat (own + opp))%nat.
Proof. intros W H. unfold clobbers in H. rewrite !in_app_iff, !in_map_iff in H.
 destruct H as [[i [<- H]]|[[i [<- H]]|[[i [<- H]]|[i [<- H]]]]]; apply in_members in H; rewrite N.land_spec, N.shiftr_spec in H by lia;
 apply andb_true_iff in H as [H1 H2]; apply step_lt; auto; lia. Qed.
Definition clobber_size (p : N * N) := N.to_nat (fst p + snd p).
Definition clobber_left w (p : N * N) := clobbers (N.succ w) (fst p) (snd p).
Definition clobber_right w (p : N * N) := map swap (clobbers (N.succ w) (snd p) (fst p)).
Lemma clobber_ll w p q : In q (clobber_left w p) -> (clobber_size q < clobber_size p)%nat.
Proof. apply clobbers_lt. lia. Qed.
Lemma clobber_rl w p q : In q (clobber_right w p) -> (clobber_size q < clobber_size p)%nat.
Proof. intro H. apply in_map_iff in H as [r [<- H]]. apply clobbers_lt in H; [|lia]. unfold clobber_size, swap in *. simpl. rewrite N.add_comm, (N.add_comm (fst p)). exact H. Qed.
(* n is the length of a row *)
Definition clobber (n : N) : rules := {| pos := N * N; left := clobber_left n; right := clobber_right n; size := clobber_size;
 left_size := clobber_ll n; right_size := clobber_rl n |}.
Definition stones (t : string) : N * N := (squares "X" t, squares "O" t).

(* ---- NoGo. A position is the set of Left's stones and the set of Right's; all is the set of the points. A player
   puts a stone on an empty point; afterwards each group of stones must have an empty point beside it: beginning
   with the stones beside an empty point, and going on to stones of their colour beside, one comes to all. *)
Fixpoint spread (n : nat) (w own from : N) : N := match n with O => from
 | S n => spread n w own (N.lor from (N.land own (beside w from))) end.
Definition breathe (w own free : N) : bool := N.eqb (spread (N.size_nat own) w own (N.land own (beside w free))) own.
Definition free (all : N) (p : N * N) := N.ldiff all (N.lor (fst p) (snd p)).
Definition allowed (w all : N) (p : N * N) : bool := breathe w (fst p) (free all p) && breathe w (snd p) (free all p).
Definition nogo_left w all (p : N * N) := filter (allowed w all) (map (fun i => (N.setbit (fst p) i, snd p)) (members (free all p))).
Definition nogo_right w all (p : N * N) := filter (allowed w all) (map (fun i => (fst p, N.setbit (snd p) i)) (members (free all p))).
Definition nogo_size all (p : N * N) := N.to_nat (free all p).
Lemma free_lt all x y x' y' i : N.testbit (free all (x, y)) i = true -> N.lor x' y' = N.setbit (N.lor x y) i ->
 (nogo_size all (x', y') < nogo_size all (x, y))%nat.
Proof. intros A B. unfold nogo_size. replace (free all (x', y')) with (N.clearbit (free all (x, y)) i); [apply clear_lt; auto|].
 unfold free. simpl. rewrite B. apply N.bits_inj. intro k. rewrite N.clearbit_eqb, !N.ldiff_spec, N.setbit_eqb.
 destruct (N.eqb_spec i k), (N.testbit all k), (N.testbit (N.lor x y) k); auto. Qed.
Lemma nogo_ll w all p q : In q (nogo_left w all p) -> (nogo_size all q < nogo_size all p)%nat.
Proof. destruct p as [x y]. intro H. apply filter_In in H as [H _]. apply in_map_iff in H as [i [<- H]]. apply in_members in H. apply (free_lt _ _ _ _ _ i H).
 apply N.bits_inj. intro k. simpl. rewrite N.setbit_eqb, !N.lor_spec, N.setbit_eqb. destruct (N.eqb i k), (N.testbit x k), (N.testbit y k); auto. Qed.
Lemma nogo_rl w all p q : In q (nogo_right w all p) -> (nogo_size all q < nogo_size all p)%nat.
Proof. destruct p as [x y]. intro H. apply filter_In in H as [H _]. apply in_map_iff in H as [i [<- H]]. apply in_members in H. apply (free_lt _ _ _ _ _ i H).
 apply N.bits_inj. intro k. simpl. rewrite N.setbit_eqb, !N.lor_spec, N.setbit_eqb. destruct (N.eqb i k), (N.testbit x k), (N.testbit y k); auto. Qed.
Definition nogo (w all : N) : rules := {| pos := N * N; left := nogo_left w all; right := nogo_right w all; size := nogo_size all;
 left_size := nogo_ll w all; right_size := nogo_rl w all |}.
Definition points (t : string) : N := N.lor (empty t) (N.lor (squares "X" t) (squares "O" t)).

(* ---- Col and Snort on a graph, or on a board: near i is the set of the neighbours of i. A position is the set of
   the places that Left may still colour, and the set of those that Right may. In Col a player's neighbours are
   forbidden to the player, in Snort to the opponent. *)
Definition col_move (near : N -> N) (own opp i : N) := (N.clearbit (N.ldiff own (near i)) i, N.clearbit opp i).
Definition snort_move (near : N -> N) (own opp i : N) := (N.clearbit own i, N.clearbit (N.ldiff opp (near i)) i).
Definition colour_left (move : N -> N -> N -> N * N) (p : N * N) := map (move (fst p) (snd p)) (members (fst p)).
Definition colour_right (move : N -> N -> N -> N * N) (p : N * N) := map swap (map (move (snd p) (fst p)) (members (snd p))).
Definition colour_size (p : N * N) := (N.to_nat (fst p) + N.to_nat (snd p))%nat.
Definition shrinks (move : N -> N -> N -> N * N) := forall own opp i, N.testbit own i = true ->
 (colour_size (move own opp i) < colour_size (own, opp))%nat.
Lemma colour_ll move p q : shrinks move -> In q (colour_left move p) -> (colour_size q < colour_size p)%nat.
Proof. intros S H. apply in_map_iff in H as [i [<- H]]. apply in_members in H. pose proof (S (fst p) (snd p) i H). destruct p. auto. Qed.
Lemma colour_rl move p q : shrinks move -> In q (colour_right move p) -> (colour_size q < colour_size p)%nat.
Proof. intros S H. apply in_map_iff in H as [r [<- H]]. apply in_map_iff in H as [i [<- H]]. apply in_members in H.
 pose proof (S (snd p) (fst p) i H). unfold colour_size, swap in *. simpl in *. lia. Qed.
Definition colouring move (S : shrinks move) : rules := {| pos := N * N; left := colour_left move; right := colour_right move; size := colour_size;
 left_size := fun p q => colour_ll move p q S; right_size := fun p q => colour_rl move p q S |}.
Lemma col_shrinks near : shrinks (col_move near).
Proof. intros own opp i H. unfold colour_size, col_move. simpl. pose proof (clear_le opp i).
 destruct (N.testbit (N.ldiff own (near i)) i) eqn:E.
 - apply clear_lt in E. pose proof (ldiff_le own (near i)). lia.
 - pose proof (clear_le (N.ldiff own (near i)) i). assert (N.to_nat (N.ldiff own (near i)) < N.to_nat own)%nat; [|lia].
   apply clear_lt in H. assert (Z : N.ldiff (N.ldiff own (near i)) (N.clearbit own i) = 0).
   { apply N.bits_inj_0. intro k. rewrite !N.ldiff_spec, N.clearbit_eqb. destruct (N.eqb_spec i k); [subst k; rewrite N.ldiff_spec in E; rewrite E; auto|].
     destruct (N.testbit own k), (N.testbit (near i) k); auto. }
   apply N.ldiff_le in Z. lia. Qed.
Lemma snort_shrinks near : shrinks (snort_move near).
Proof. intros own opp i H. unfold colour_size, snort_move. simpl. apply clear_lt in H. pose proof (clear_le (N.ldiff opp (near i)) i). pose proof (ldiff_le opp (near i)). lia. Qed.
Definition col near := colouring (col_move near) (col_shrinks near).
Definition snort near := colouring (snort_move near) (snort_shrinks near).
(* neighbours on a board whose rows begin w apart, and on a graph with a list of edges *)
Definition near_on_board (w i : N) := beside w (N.shiftl 1 i).
Definition near_on_graph (edges : list (N * N)) (i : N) := fold_right (fun e s =>
 if N.eqb (fst e) i then N.setbit s (snd e) else if N.eqb (snd e) i then N.setbit s (fst e) else s) 0 edges.
(* a board on which stones lie already *)
Definition col_board w (t : string) : N * N := (N.ldiff (empty t) (beside w (squares "X" t)), N.ldiff (empty t) (beside w (squares "O" t))).
Definition snort_board w (t : string) : N * N := (N.ldiff (empty t) (beside w (squares "O" t)), N.ldiff (empty t) (beside w (squares "X" t))).

(* ---- strips of cells: empty, Left's, Right's, none. slide head p: the moves that change cells from a place on;
   head c r are those that begin at the cell c, with r behind it. *)
Inductive cell := E | X | O | W.
Fixpoint slide (head : cell -> list cell -> list (list cell)) (p : list cell) : list (list cell) := match p with
 | [] => [] | c :: r => head c r ++ map (cons c) (slide head r) end.
(* Toads and Frogs: a toad (X, Left's) moves right into an empty cell, or jumps over one frog; frogs to the left. *)
Definition toads := slide (fun c r => match c, r with X, E :: r => [E :: X :: r] | X, O :: E :: r => [E :: O :: X :: r] | _, _ => [] end).
Definition frogs := slide (fun c r => match c, r with E, O :: r => [O :: E :: r] | E, X :: O :: r => [O :: X :: E :: r] | _, _ => [] end).
Fixpoint frogs_in p : nat := match p with [] => 0 | O :: p => S (frogs_in p) | _ :: p => frogs_in p end.
Fixpoint travel p : nat := match p with [] => 0
 | c :: p => (match c with X => List.length p | _ => 0 end) + frogs_in p + travel p end.
Ltac slide_tac p IH c r q H := induction p as [|c r IH]; intros q H; [destruct H|]; cbn [slide] in H; apply in_app_iff in H as [H|H];
 [ destruct c, r as [|[] [|[] r]]; simpl in H; repeat (destruct H as [<-|H]; [simpl; lia|]); destruct H
 | apply in_map_iff in H as [x [<- H]]; apply IH in H; destruct c; simpl in *; lia].
Lemma toads_lt p : forall q, In q (toads p) -> (travel q < travel p)%nat /\ frogs_in q = frogs_in p /\ List.length q = List.length p.
Proof. unfold toads. slide_tac p IH c r q H. Qed.
Lemma frogs_lt p : forall q, In q (frogs p) -> (travel q < travel p)%nat /\ frogs_in q = frogs_in p /\ List.length q = List.length p.
Proof. unfold frogs. slide_tac p IH c r q H. Qed.
Definition toads_and_frogs : rules := {| pos := list cell; left := toads; right := frogs; size := travel;
 left_size := fun p q H => proj1 (toads_lt p q H); right_size := fun p q H => proj1 (frogs_lt p q H) |}.
(* t: toad, f: frog *)
Fixpoint strip (t : string) : list cell := match t with EmptyString => []
 | String a t => (if Ascii.eqb a "t" then X else if Ascii.eqb a "f" then O else if Ascii.eqb a "." then E else W) :: strip t end.

(* ---- Toppling Dominoes: a row of dominoes of Left (X), of Right (O), of both (E). Whoever topples a domino leaves
   what stood before it, or what stood behind it. *)
Fixpoint topple (mine : cell -> bool) (before p : list cell) : list (list cell) := match p with [] => []
 | c :: r => (if mine c then [List.rev before; r] else []) ++ topple mine (c :: before) r end.
Definition of_left c := match c with X | E => true | _ => false end.
Definition of_right c := match c with O | E => true | _ => false end.
Lemma topple_lt m p : forall b q, In q (topple m b p) -> (List.length q < List.length b + List.length p)%nat.
Proof. induction p as [|c r IH]; intros b q H; [destruct H|]. simpl in H. apply in_app_iff in H as [H|H].
 - destruct (m c); [|destruct H]. destruct H as [<-|[<-|[]]]; rewrite ?rev_length; simpl; lia.
 - apply IH in H. simpl in *. lia. Qed.
Lemma topple_size m p q : In q (topple m [] p) -> (List.length q < List.length p)%nat.
Proof. intro H. apply topple_lt in H. simpl in H. lia. Qed.
Definition toppling_dominoes : rules := {| pos := list cell; left := topple of_left []; right := topple of_right []; size := @List.length cell;
 left_size := topple_size of_left; right_size := topple_size of_right |}.
(* l: Left's, r: Right's, e: of both *)
Fixpoint dominoes_row (t : string) : list cell := match t with EmptyString => []
 | String a t => (if Ascii.eqb a "l" then X else if Ascii.eqb a "r" then O else E) :: dominoes_row t end.

(* ---- Hackenbush. A position is a list of edges: two vertices and an owner; the vertex 0 is the ground. A player
   cuts an edge of theirs or of both; the edges that no longer hang on the ground fall. *)
Definition edge := (N * N * cell)%type.
Definition grow (es : list edge) (s : N) : N := fold_left (fun s e => let '(u, v, _) := e in
 if N.testbit s u then N.setbit s v else if N.testbit s v then N.setbit s u else s) es s.
Fixpoint hanging (n : nat) (es : list edge) (s : N) : N := match n with 0%nat => s | S n => hanging n es (grow es s) end.
Definition fall (es : list edge) : list edge := let s := hanging (List.length es) es 1 in filter (fun e => N.testbit s (fst (fst e))) es.
Fixpoint cut (mine : cell -> bool) (before es : list edge) : list (list edge) := match es with [] => []
 | e :: r => (if mine (snd e) then [fall (List.rev_append before r)] else []) ++ cut mine (e :: before) r end.
Lemma filter_length {A} f (l : list A) : (List.length (filter f l) <= List.length l)%nat.
Proof. induction l; simpl; [lia|]. destruct (f a); simpl; lia. Qed.
Lemma cut_lt m es : forall b q, In q (cut m b es) -> (List.length q < List.length b + List.length es)%nat.
Proof. induction es as [|e r IH]; intros b q H; [destruct H|]. simpl in H. apply in_app_iff in H as [H|H].
 - destruct (m (snd e)); [|destruct H]. destruct H as [<-|[]]. unfold fall.
   eapply Nat.le_lt_trans; [apply filter_length|]. rewrite rev_append_rev, app_length, rev_length. simpl. lia.
 - apply IH in H. simpl in *. lia. Qed.
Lemma cut_size m es q : In q (cut m [] es) -> (List.length q < List.length es)%nat.
Proof. intro H. apply cut_lt in H. simpl in H. lia. Qed.
Definition hackenbush : rules := {| pos := list edge; left := cut of_left []; right := cut of_right []; size := @List.length edge;
 left_size := cut_size of_left; right_size := cut_size of_right |}.

(* ---- a graph of positions that is written out. A row has the number of a position, and the numbers of the positions
   to which Left and Right can move. A move to a position whose number is not smaller does not count. *)
Definition graph_row := (positive * (list positive * list positive))%type.
Definition rows_by_number (T : list graph_row) := fold_right (fun r m => PositiveMap.add (fst r) (snd r) m) (PositiveMap.empty _) T.
Definition graph_moves (side : list positive * list positive -> list positive) m (p : positive) : list positive :=
 match PositiveMap.find p m with Some r => filter (fun q => Pos.ltb q p) (side r) | None => [] end.
Lemma graph_lt side m p q : In q (graph_moves side m p) -> (Pos.to_nat q < Pos.to_nat p)%nat.
Proof. unfold graph_moves. destruct (PositiveMap.find p m); intro H; [|destruct H]. apply filter_In in H as [_ H]. apply Pos.ltb_lt in H. lia. Qed.
Definition graph (T : list graph_row) : rules := let m := rows_by_number T in {| pos := positive; left := graph_moves fst m;
 right := graph_moves snd m; size := Pos.to_nat; left_size := graph_lt fst m; right_size := graph_lt snd m |}.

(* ---- Nim: a heap; a move leaves a smaller one. *)
Lemma below_lt n k : In k (below n) -> (N.to_nat k < N.to_nat n)%nat.
Proof. unfold below. intro H. apply in_map_iff in H as [i [<- H]]. apply in_seq in H. lia. Qed.
Definition nim : rules := {| pos := N; left := below; right := below; size := N.to_nat; left_size := below_lt; right_size := below_lt |}.
