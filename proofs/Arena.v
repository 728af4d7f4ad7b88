(* Arena.v: certificates. A universe is a stock of games with their moves; an arena state is a list of signed games
   of a universe and stands for their sum. A certificate is a text: the checker walks through the strategy and
   reads one winning reply for each obligation. Nothing here is part of a statement. *)
From Coq Require Import List Arith Lia Bool PArith NArith FMapPositive.
From Coq Require Import Strings.Byte.
Import ListNotations.
From Cg Require Import Game Order.

(* A text of bytes. Its numbers are written in base 91: '#' is 0, '}' is 90, '~' adds 91 and goes on. *)
Inductive text := Text (l : list byte).
Definition untext t := match t with Text l => l end.
Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text Text untext : text_scope.
Bind Scope text_scope with text.
Definition join (ts : list text) : text := Text (concat (map untext ts)).
Fixpoint number (more : nat) (c : list byte) : option (nat * list byte) := match c with
 | [] => None
 | b :: c => if Byte.eqb b "~" then number (91 + more) c
   else Some (N.to_nat (Byte.to_N b) - 35 + more, c) end.

(* ---- universes *)
Definition signed {I} (v : I -> game) (x : bool * I) : game := if fst x then neg (v (snd x)) else v (snd x).
Record univ := { item : Type; value : item -> game;
 lefts : item -> list item; lefts_ok : forall x, L (value x) = map value (lefts x);
 rights : item -> list item; rights_ok : forall x, R (value x) = map value (rights x);
 key : item -> positive; eqb : item -> item -> bool; eqb_ok : forall x y, eqb x y = true -> x = y;
 parts : item -> list (bool * item); parts_ok : forall x, eq (value x) (total (map (signed value) (parts x))) }.
Arguments value {u}. Arguments lefts {u}. Arguments rights {u}. Arguments key {u}. Arguments eqb {u}. Arguments parts {u}.

Lemma single_ok {I} (v : I -> game) x : eq (v x) (total (map (signed v) [(false, x)])).
Proof. simpl. rewrite plus_0_r. apply eq_refl'. Qed.

(* a ruleset with a key, as a universe *)
Lemma val_L A p : L (val A p) = map (val A) (left A p). Proof. rewrite val_unfold. reflexivity. Qed.
Lemma val_R A p : R (val A p) = map (val A) (right A p). Proof. rewrite val_unfold. reflexivity. Qed.
Definition of_rules (A : rules) (k : pos A -> positive) (e : pos A -> pos A -> bool)
 (e_ok : forall p q, e p q = true -> p = q) (ps : pos A -> list (bool * pos A))
 (ps_ok : forall p, eq (val A p) (total (map (signed (val A)) (ps p)))) : univ :=
 {| item := pos A; value := val A; lefts := left A; lefts_ok := val_L A; rights := right A; rights_ok := val_R A;
    key := k; eqb := e; eqb_ok := e_ok; parts := ps; parts_ok := ps_ok |}.
Definition whole {I} (x : I) := [(false, x)].
Definition simple A k e e_ok := of_rules A k e e_ok whole (single_ok (val A)).

(* two universes side by side *)
Definition or_value (A B : univ) (x : item A + item B) := match x with inl a => value a | inr b => value b end.
Lemma signed_inl A B l : map (signed (or_value A B)) (map (fun x => (fst x, inl (snd x))) l) = map (signed value) l.
Proof. rewrite map_map. reflexivity. Qed.
Lemma signed_inr A B l : map (signed (or_value A B)) (map (fun x => (fst x, inr (snd x))) l) = map (signed value) l.
Proof. rewrite map_map. reflexivity. Qed.
Definition both (A B : univ) : univ.
refine {| item := item A + item B; value := or_value A B;
 lefts := fun x => match x with inl a => map inl (lefts a) | inr b => map inr (lefts b) end;
 rights := fun x => match x with inl a => map inl (rights a) | inr b => map inr (rights b) end;
 key := fun x => match x with inl a => xO (key a) | inr b => xI (key b) end;
 eqb := fun x y => match x, y with inl a, inl b => eqb a b | inr a, inr b => eqb a b | _, _ => false end;
 parts := fun x => match x with inl a => map (fun x => (fst x, inl (snd x))) (parts a)
                              | inr b => map (fun x => (fst x, inr (snd x))) (parts b) end |}.
- intros [a|b]; simpl; rewrite map_map, lefts_ok; reflexivity.
- intros [a|b]; simpl; rewrite map_map, rights_ok; reflexivity.
- intros [a|a] [b|b] H; try discriminate; apply eqb_ok in H; congruence.
- intros [a|b]; [rewrite signed_inl|rewrite signed_inr]; apply parts_ok.
Defined.

(* explicit games: numbered rows of a game, its Left options and its Right options by their numbers *)
Definition row := (positive * (game * (list positive * list positive)))%type.
Definition rows := PositiveMap.t (game * (list positive * list positive)).
Definition rows_of (T : list row) : rows := fold_right (fun r m => PositiveMap.add (fst r) (snd r) m) (PositiveMap.empty _) T.
Definition node (m : rows) i : game := match PositiveMap.find i m with Some r => fst r | None => zero end.
Definition row_ok (v : positive -> game) (r : row) :=
 L (fst (snd r)) = map v (fst (snd (snd r))) /\ R (fst (snd r)) = map v (snd (snd (snd r))).
Lemma rows_in T i r : PositiveMap.find i (rows_of T) = Some r -> In (i, r) T.
Proof. induction T as [|[j s] T IH]; simpl. { rewrite PositiveMap.gempty. discriminate. }
 destruct (Pos.eq_dec i j) as [->|n]; [rewrite PositiveMap.gss; intros [= ->]; auto|rewrite PositiveMap.gso by auto; auto]. Qed.
Definition row_lefts (m : rows) i := match PositiveMap.find i m with Some r => fst (snd r) | None => [] end.
Definition row_rights (m : rows) i := match PositiveMap.find i m with Some r => snd (snd r) | None => [] end.
Lemma node_L T : Forall (row_ok (node (rows_of T))) T -> forall i, L (node (rows_of T) i) = map (node (rows_of T)) (row_lefts (rows_of T) i).
Proof. intros F i. unfold row_lefts. unfold node at 1. destruct (PositiveMap.find i _) as [r|] eqn:E; [|reflexivity].
 apply rows_in in E. rewrite Forall_forall in F. exact (proj1 (F _ E)). Qed.
Lemma node_R T : Forall (row_ok (node (rows_of T))) T -> forall i, R (node (rows_of T) i) = map (node (rows_of T)) (row_rights (rows_of T) i).
Proof. intros F i. unfold row_rights. unfold node at 1. destruct (PositiveMap.find i _) as [r|] eqn:E; [|reflexivity].
 apply rows_in in E. rewrite Forall_forall in F. exact (proj2 (F _ E)). Qed.
Lemma pos_eqb_ok x y : Pos.eqb x y = true -> x = y. Proof. apply Pos.eqb_eq. Qed.
Definition forms (T : list row) (F : Forall (row_ok (node (rows_of T))) T) : univ :=
 {| item := positive; value := node (rows_of T); lefts := row_lefts (rows_of T); rights := row_rights (rows_of T);
    lefts_ok := node_L T F; rights_ok := node_R T F; key := fun i => i; eqb := Pos.eqb; eqb_ok := pos_eqb_ok;
    parts := whole; parts_ok := single_ok _ |}.

(* a universe in which some games are replaced by sums known to equal them *)
Definition fact (U : univ) := (item U * list (bool * item U))%type.
Definition fact_ok {U} (f : fact U) := eq (value (fst f)) (total (map (signed value) (snd f))).
Definition facts_of {U} (F : list (fact U)) := fold_right (fun f m => PositiveMap.add (key (fst f)) f m) (PositiveMap.empty _) F.
Lemma facts_in {U} (F : list (fact U)) k f : PositiveMap.find k (facts_of F) = Some f -> In f F.
Proof. induction F as [|g F IH]; simpl. { rewrite PositiveMap.gempty. discriminate. }
 destruct (Pos.eq_dec k (key (fst g))) as [->|n]; [rewrite PositiveMap.gss; intros [= ->]; auto|rewrite PositiveMap.gso by auto; auto]. Qed.
Definition replaced {U} (m : PositiveMap.t (fact U)) (x : bool * item U) : list (bool * item U) :=
 match PositiveMap.find (key (snd x)) m with
 | Some f => if eqb (fst f) (snd x) then map (fun y => (xorb (fst x) (fst y), snd y)) (snd f) else [x]
 | None => [x] end.
Lemma total_app l r : total (l ++ r) = plus (total l) (total r).
Proof. induction l; simpl; [rewrite plus_0_l; auto|]. rewrite plus_assoc_eq, IHl. auto. Qed.
Lemma signed_xor {I} (v : I -> game) s x : signed v (xorb s (fst x), snd x) = if s then neg (signed v x) else signed v x.
Proof. destruct x as [[] x], s; unfold signed; simpl; rewrite ?neg_neg; auto. Qed.
Lemma total_neg l : total (map neg l) = neg (total l).
Proof. induction l; simpl; auto. rewrite neg_plus, IHl. auto. Qed.
Lemma total_signed {I} (v : I -> game) s l :
 total (map (signed v) (map (fun y => (xorb s (fst y), snd y)) l)) = if s then neg (total (map (signed v) l)) else total (map (signed v) l).
Proof. rewrite map_map. destruct s; [rewrite <- total_neg, map_map|]; f_equal; apply map_ext; intro; rewrite signed_xor; auto. Qed.
Lemma neg_eq g h : eq g h -> eq (neg g) (neg h). Proof. intros [A B]. split; apply neg_le; auto. Qed.
Lemma replaced_ok {U} F : Forall (@fact_ok U) F -> forall x, eq (signed value x) (total (map (signed value) (replaced (facts_of F) x))).
Proof. intros H [s x]. unfold replaced. simpl snd.
 assert (Z : eq (signed value (s, x)) (total (map (signed value) [(s, x)]))) by (simpl; rewrite plus_0_r; apply eq_refl').
 destruct (PositiveMap.find _ _) as [f|] eqn:E; auto. destruct (eqb (fst f) x) eqn:Q; auto.
 apply eqb_ok in Q. apply facts_in in E. rewrite Forall_forall in H. specialize (H _ E). red in H. rewrite Q in H.
 rewrite total_signed. destruct s; unfold signed at 1; simpl; auto. apply neg_eq; auto. Qed.
Lemma flat_ok {U} (f : bool * item U -> list (bool * item U)) : (forall x, eq (signed value x) (total (map (signed value) (f x)))) ->
 forall l, eq (total (map (signed value) l)) (total (map (signed value) (flat_map f l))).
Proof. intros H l. induction l as [|x l IH]; [apply eq_refl'|]. simpl. rewrite map_app, total_app. apply plus_eq; auto. Qed.
Definition with_facts (U : univ) (F : list (fact U)) (H : Forall fact_ok F) : univ.
refine (let m := facts_of F in {| item := item U; value := value; lefts := lefts; lefts_ok := lefts_ok U; rights := rights;
 rights_ok := rights_ok U; key := key; eqb := eqb; eqb_ok := eqb_ok U; parts := fun x => flat_map (replaced m) (parts x) |}).
intro x. eapply eq_trans; [apply parts_ok|]. apply flat_ok. apply replaced_ok. exact H.
Defined.

(* ---- states and moves *)
Section Strategy.
Variable U : univ.
Definition signs := (bool * item U)%type.
Definition state := list signs.
Definition sum (l : state) : game := total (map (signed value) l).
(* one more game: x and -x cancel *)
Fixpoint ins (x : signs) (l : state) : state := match l with
 | [] => [x]
 | y :: r => match Pos.compare (key (snd x)) (key (snd y)) with
   | Lt => x :: l
   | Gt => y :: ins x r
   | Eq => if eqb (snd x) (snd y) && xorb (fst x) (fst y) then r else x :: l end end.
Definition put (x : signs) (l : state) : state := fold_right (fun y l => ins (xorb (fst x) (fst y), snd y) l) l (parts (snd x)).
Definition normal (l : state) : state := fold_right put [] l.
Definition left_of (x : signs) : list signs := if fst x then map (pair true) (rights (snd x)) else map (pair false) (lefts (snd x)).
Definition right_of (x : signs) : list signs := if fst x then map (pair true) (lefts (snd x)) else map (pair false) (rights (snd x)).
Fixpoint each (l : state) : list state := match l with [] => []
 | x :: r => map (fun y => put y r) (right_of x) ++ map (ins x) (each r) end.
Fixpoint pick (n : nat) (l : state) : option state := match l with [] => None
 | x :: r => let os := left_of x in match nth_error os n with
   | Some y => Some (put y r)
   | None => option_map (ins x) (pick (n - length os) r) end end.

Lemma left_of_ok x : L (signed value x) = map (signed value) (left_of x).
Proof. destruct x as [[] x]; unfold left_of, signed; simpl; rewrite map_map; simpl.
 - rewrite <- (map_map value neg), <- rights_ok. destruct (value x); reflexivity. - apply lefts_ok. Qed.
Lemma right_of_ok x : R (signed value x) = map (signed value) (right_of x).
Proof. destruct x as [[] x]; unfold right_of, signed; simpl; rewrite map_map; simpl.
 - rewrite <- (map_map value neg), <- lefts_ok. destruct (value x); reflexivity. - apply rights_ok. Qed.
Lemma swap a b c : eq (plus a (plus b c)) (plus b (plus a c)).
Proof. rewrite <- !plus_assoc_eq. apply plus_eq; [apply plus_comm|apply eq_refl']. Qed.
Lemma ins_ok x l : eq (sum (ins x l)) (plus (signed value x) (sum l)).
Proof. induction l as [|y r IH]; [apply eq_refl'|]. cbn [ins].
 destruct (Pos.compare _ _); [|apply eq_refl'|].
 - destruct (eqb _ _ && xorb _ _) eqn:E; [|apply eq_refl']. apply andb_true_iff in E as [E1 E2]. apply eqb_ok in E1.
   change (sum (y :: r)) with (plus (signed value y) (sum r)). rewrite <- plus_assoc_eq. apply eq_sym.
   rewrite <- (plus_0_l (sum r)) at 2. apply plus_eq; [|apply eq_refl']. destruct x as [[] x], y as [[] y]; simpl in *; try discriminate; subst; unfold signed; simpl.
   + eapply eq_trans; [apply plus_comm|apply plus_neg]. + apply plus_neg.
 - change (eq (plus (signed value y) (sum (ins x r))) (plus (signed value x) (plus (signed value y) (sum r)))).
   eapply eq_trans; [apply plus_eq; [apply eq_refl'|exact IH]|apply swap]. Qed.
Lemma put_ok x l : eq (sum (put x l)) (plus (signed value x) (sum l)).
Proof. assert (Z : forall p, eq (sum (fold_right (fun y l => ins (xorb (fst x) (fst y), snd y) l) l p))
   (plus (total (map (signed value) (map (fun y => (xorb (fst x) (fst y), snd y)) p))) (sum l))).
 { induction p as [|y p IH]; simpl; [rewrite plus_0_l; apply eq_refl'|]. eapply eq_trans; [apply ins_ok|]. rewrite plus_assoc_eq. apply plus_eq; [apply eq_refl'|exact IH]. }
 eapply eq_trans; [apply Z|]. apply plus_eq; [|apply eq_refl']. rewrite total_signed. destruct x as [[] x]; unfold signed; simpl; apply eq_sym.
 - apply neg_eq, parts_ok. - apply parts_ok. Qed.
Lemma normal_ok l : eq (sum (normal l)) (sum l).
Proof. induction l as [|x l IH]; [apply eq_refl'|]. eapply eq_trans; [apply put_ok|]. apply plus_eq; [apply eq_refl'|exact IH]. Qed.
Lemma each_ok l g : In g (R (sum l)) -> exists t, In t (each l) /\ eq (sum t) g.
Proof. revert g. induction l as [|x r IH]; intros g H; [destruct H|].
 change (sum (x :: r)) with (plus (signed value x) (sum r)) in H. apply in_plus_R in H as [[h [H ->]]|[h [H ->]]].
 - rewrite right_of_ok in H. apply in_map_iff in H as [y [<- H]]. exists (put y r). split; [|apply put_ok].
   simpl. apply in_app_iff. left. apply (in_map (fun y => put y r)). auto.
 - apply IH in H as [t [H E]]. exists (ins x t). split. { simpl. apply in_app_iff. right. apply in_map. auto. }
   eapply eq_trans; [apply ins_ok|]. apply plus_eq; [apply eq_refl'|exact E]. Qed.
Lemma pick_ok l : forall n t, pick n l = Some t -> exists g, In g (L (sum l)) /\ eq (sum t) g.
Proof. induction l as [|x r IH]; intros n t H; [discriminate|]. simpl in H.
 change (sum (x :: r)) with (plus (signed value x) (sum r)). destruct (nth_error (left_of x) n) as [y|] eqn:E.
 - injection H as <-. apply nth_error_In in E. exists (plus (signed value y) (sum r)). split; [|apply put_ok].
   apply in_plus_L. left. exists (signed value y). split; auto. rewrite left_of_ok. apply in_map. auto.
 - destruct (pick _ r) as [q|] eqn:Q; [|discriminate]. injection H as <-. apply IH in Q as [g [G Q]].
   exists (plus (signed value x) g). split; [apply in_plus_L; right; exists g; auto|].
   eapply eq_trans; [apply ins_ok|]. apply plus_eq; [apply eq_refl'|exact Q]. Qed.

(* ---- the checker *)
Definition memo := PositiveMap.t state.
Fixpoint glue (p q : positive) : positive := match p with xH => xO (xI q) | xO p => xO (xO (glue p q)) | xI p => xI (glue p q) end.
Fixpoint state_key (l : state) : positive := match l with [] => xH
 | (s, x) :: r => (if s then xI else xO) (glue (key x) (state_key r)) end.
Fixpoint state_eqb (l r : state) : bool := match l, r with [], [] => true
 | x :: l, y :: r => Bool.eqb (fst x) (fst y) && eqb (snd x) (snd y) && state_eqb l r | _, _ => false end.
Lemma state_eqb_ok l : forall r, state_eqb l r = true -> l = r.
Proof. induction l as [|[s x] l IH]; intros [|[t y] r] H; try discriminate; auto. simpl in H.
 apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2]. apply Bool.eqb_prop in H1. apply eqb_ok in H2. apply IH in H3. congruence. Qed.
Definition known (m : memo) l := match PositiveMap.find (state_key l) m with Some t => state_eqb t l | None => false end.
Definition note (m : memo) l := PositiveMap.add (state_key l) l m.
(* states that Left wins moving second, states that Left wins moving first, the rest of the text *)
Definition progress := (memo * memo * list byte)%type.
Definition meet (rec : state -> progress -> option progress) (a : option progress) (t : state) : option progress :=
 match a with None => None | Some (m, f, c) =>
  if known f t then a else
  match number 0 c with None => None | Some (i, c) =>
  match pick i t with None => None | Some r =>
  match (if known m r then Some (m, f, c) else rec r (m, f, c)) with None => None | Some (m, f, c) => Some (m, note f t, c) end end end end.
Fixpoint prove (n : nat) (s : state) (p : progress) : option progress := match n with 0 => None | S n =>
 match fold_left (meet (prove n)) (each s) (Some p) with
 | Some (m, f, c) => Some (note m s, f, c) | None => None end end.

Definition all (P : state -> Prop) (m : memo) := forall k l, PositiveMap.find k m = Some l -> P l.
Definition second l := le zero (sum l).
Definition first l := lf zero (sum l).
Definition sound (a : option progress) := match a with Some (m, f, _) => all second m /\ all first f | None => True end.
Lemma known_ok P m l : all P m -> known m l = true -> P l.
Proof. intros A H. unfold known in H. destruct (PositiveMap.find _ m) eqn:E; [|discriminate]. apply state_eqb_ok in H. subst. eauto. Qed.
Lemma note_ok (P : state -> Prop) m l : all P m -> P l -> all P (note m l).
Proof. intros A H k t E. unfold note in E. destruct (Pos.eq_dec k (state_key l)) as [->|n].
 - rewrite PositiveMap.gss in E. congruence. - rewrite PositiveMap.gso in E by auto. eauto. Qed.
Lemma all_empty P : all P (PositiveMap.empty _). Proof. intros k l H. rewrite PositiveMap.gempty in H. discriminate. Qed.
Lemma fold_none rec l : fold_left (meet rec) l None = None. Proof. induction l; auto. Qed.
Lemma meet_ok rec a t : (forall s p, sound (Some p) -> match rec s p with Some q => sound (Some q) /\ second s | None => True end) ->
 sound a -> match meet rec a t with Some q => sound (Some q) /\ first t | None => True end.
Proof. intros R S. destruct a as [[[m f] c]|]; [|exact I]. unfold meet. destruct (known f t) eqn:K.
 - split; [exact S|]. eapply known_ok; [apply S|exact K].
 - destruct (number 0 c) as [[i d]|]; auto. destruct (pick i t) as [r|] eqn:P; auto.
   assert (Z : match (if known m r then Some (m, f, d) else rec r (m, f, d)) with Some q => sound (Some q) /\ second r | None => True end).
   { destruct (known m r) eqn:Q; [split; [exact S|eapply known_ok; [apply S|exact Q]]|]. exact (R r (m, f, d) S). }
   destruct (if known m r then Some (m, f, d) else rec r (m, f, d)) as [[[m' f'] c']|]; auto. destruct Z as [[Z1 Z2] Z3].
   assert (F : first t). { apply pick_ok in P as [g [G E]]. eapply lf_l; [exact G|]. eapply le_trans; [exact Z3|apply E]. }
   split; [split; [exact Z1|apply note_ok; auto]|exact F]. Qed.
Lemma fold_ok rec l : (forall s p, sound (Some p) -> match rec s p with Some q => sound (Some q) /\ second s | None => True end) ->
 forall a, sound a -> match fold_left (meet rec) l a with Some q => sound (Some q) /\ Forall first l | None => True end.
Proof. intros R. induction l as [|t l IH]; intros a S.
 - simpl. destruct a; auto.
 - simpl. pose proof (meet_ok rec a t R S) as M. destruct (meet rec a t) as [q|]; [|rewrite fold_none; auto].
   destruct M as [M1 M2]. specialize (IH _ M1). destruct (fold_left _ l _); auto. destruct IH. auto. Qed.
Lemma prove_ok n : forall s p, sound (Some p) -> match prove n s p with Some q => sound (Some q) /\ second s | None => True end.
Proof. induction n; intros s p S; [exact I|]. cbn [prove]. pose proof (fold_ok (prove n) (each s) IHn _ S) as F.
 destruct (fold_left _ _ _) as [[[m f] c]|]; auto. destruct F as [[F1 F2] F3].
 assert (W : second s). { constructor; [intros x []|]. intros g G. apply each_ok in G as [t [G E]]. rewrite Forall_forall in F3.
   eapply lf_le; [apply F3; exact G|apply E]. }
 split; [split; [apply note_ok; auto|auto]|auto]. Qed.

Definition start (c : list byte) : progress := (PositiveMap.empty _, PositiveMap.empty _, c).
Lemma start_ok c : sound (Some (start c)). Proof. split; apply all_empty. Qed.
Definition ended (a : option progress) := match a with Some (_, _, []) => true | _ => false end.
Definition fuel := N.to_nat 10000.
(* Left wins the sum, moving second *)
Definition wins_second (t : text) (l : state) : bool := ended (prove fuel (normal l) (start (untext t))).
(* Left wins the sum, moving first: the text begins with the move *)
Definition wins_first (t : text) (l : state) : bool := match number 0 (untext t) with None => false | Some (i, c) =>
 match pick i (normal l) with None => false | Some r => ended (prove fuel r (start c)) end end.
Theorem second_sound t l : wins_second t l = true -> le zero (sum l).
Proof. unfold wins_second. intro H. pose proof (prove_ok fuel (normal l) _ (start_ok (untext t))) as P.
 destruct (prove _ _ _); [|discriminate]. eapply le_trans; [apply P|apply normal_ok]. Qed.
Theorem first_sound t l : wins_first t l = true -> lf zero (sum l).
Proof. unfold wins_first. intro H. destruct (number _ _) as [[i c]|]; [|discriminate]. destruct (pick _ _) as [r|] eqn:E; [|discriminate].
 pose proof (prove_ok fuel r _ (start_ok c)) as P. destruct (prove _ _ _); [|discriminate].
 apply pick_ok in E as [g [G E]]. apply lf_le with (sum (normal l)); [|apply normal_ok].
 eapply lf_l; [exact G|]. eapply le_trans; [apply P|apply E]. Qed.
Definition opposite (l : state) : state := map (fun x => (negb (fst x), snd x)) l.
Lemma opposite_ok l : sum (opposite l) = neg (sum l).
Proof. unfold sum, opposite. rewrite <- total_neg, !map_map. f_equal. apply map_ext. intros [[] x]; unfold signed; simpl; rewrite ?neg_neg; auto. Qed.
Lemma opposite_sound t l : wins_second t (opposite l) = true -> le (sum l) zero.
Proof. intro H. apply second_sound in H. rewrite opposite_ok in H. apply neg_le in H. rewrite neg_neg in H. exact H. Qed.
Lemma sum_app l r : sum (l ++ r) = plus (sum l) (sum r).
Proof. unfold sum. rewrite map_app, total_app. auto. Qed.

(* ---- the claims, of sums l and r *)
Theorem claim_le t l r : wins_second t (r ++ opposite l) = true -> le (sum l) (sum r).
Proof. intro H. apply second_sound in H. rewrite sum_app, opposite_ok in H. apply sub_ge; auto. Qed.
Theorem claim_not_le t l r : wins_first t (l ++ opposite r) = true -> ~ le (sum l) (sum r).
Proof. intros H A. apply first_sound in H. rewrite sum_app, opposite_ok in H. apply lf_not_le in H. apply H.
 eapply le_trans; [apply plus_mono; [exact A|apply le_refl]|]. apply plus_neg_le. Qed.
Theorem claim_eq t u l r : wins_second t (r ++ opposite l) = true -> wins_second u (l ++ opposite r) = true -> eq (sum l) (sum r).
Proof. intros. split; eapply claim_le; eauto. Qed.
Theorem claim_less t u l r : wins_second t (r ++ opposite l) = true -> wins_first u (r ++ opposite l) = true -> less (sum l) (sum r).
Proof. intros. split; [eapply claim_le|eapply claim_not_le]; eauto. Qed.
Theorem claim_confused t u l r : wins_first t (l ++ opposite r) = true -> wins_first u (r ++ opposite l) = true -> confused (sum l) (sum r).
Proof. intros. split; eapply claim_not_le; eauto. Qed.
Theorem claim_not_eq t l r : wins_first t (l ++ opposite r) = true -> ~ eq (sum l) (sum r).
Proof. intros H [A _]. eapply claim_not_le; eauto. Qed.
Theorem claim_not_eq' t l r : wins_first t (r ++ opposite l) = true -> ~ eq (sum l) (sum r).
Proof. intros H [_ A]. eapply claim_not_le; eauto. Qed.
Lemma win1_left t l : wins_first t l = true -> win1 Left (sum l). Proof. intro H. apply win1L, (first_sound t l H). Qed.
Lemma win2_left t l : wins_second t l = true -> win2 Left (sum l). Proof. intro H. apply win2L, (second_sound t l H). Qed.
Lemma win1_right t l : wins_first t (opposite l) = true -> win1 Right (sum l).
Proof. intro H. apply first_sound in H. rewrite opposite_ok in H. apply win1R.
 destruct (le_or_lf zero (sum l)) as [A|A]; auto. apply neg_le in A. change (neg zero) with zero in A. exfalso. eapply le_not_lf; eauto. Qed.
Lemma win2_right t l : wins_second t (opposite l) = true -> win2 Right (sum l).
Proof. intro H. apply win2R, (opposite_sound t l H). Qed.
Theorem claim_N t u l : wins_first t l = true -> wins_first u (opposite l) = true -> outN (sum l).
Proof. intros A B. split; [eapply win1_left|eapply win1_right]; eauto. Qed.
Theorem claim_P t u l : wins_second t l = true -> wins_second u (opposite l) = true -> outP (sum l).
Proof. intros A B. split; [eapply win2_left|eapply win2_right]; eauto. Qed.
Theorem claim_L t u l : wins_first t l = true -> wins_second u l = true -> outL (sum l).
Proof. intros A B. split; [eapply win1_left|eapply win2_left]; eauto. Qed.
Theorem claim_R t u l : wins_first t (opposite l) = true -> wins_second u (opposite l) = true -> outR (sum l).
Proof. intros A B. split; [eapply win1_right|eapply win2_right]; eauto. Qed.
(* what one game of a universe equals, for a table of facts *)
Theorem claim_fact (x : item U) r t u : wins_second t (r ++ [(true, x)]) = true -> wins_second u ((false, x) :: opposite r) = true -> fact_ok (x, r).
Proof. intros A B. pose proof (claim_eq t u [(false, x)] r A B) as E. unfold fact_ok. unfold sum in E at 1. simpl in E. rewrite plus_0_r in E. exact E. Qed.
End Strategy.
