(* Game.v: the language of the statements. A reader of a theorem needs this file, the rules in Rules.v or
   Octal.v where the theorem speaks of a ruleset, and nothing else of the library. *)
From Coq Require Import List Arith NArith.
Import ListNotations.

(* A short game: its Left options and its Right options. *)
Inductive game := mk (l r : list game).
Definition L g := match g with mk l _ => l end.
Definition R g := match g with mk _ r => r end.

(* Conway's order. G <= H when no Left option of G is >= H and no Right option of H is <= G;
   lf G H ("less or confused") is the contrary of H <= G. *)
Inductive le : game -> game -> Prop :=
 | le_intro g h : (forall x, In x (L g) -> lf x h) -> (forall x, In x (R h) -> lf g x) -> le g h
with lf : game -> game -> Prop :=
 | lf_l g h x : In x (L h) -> le g x -> lf g h
 | lf_r g h x : In x (R g) -> le x h -> lf g h.
Definition eq g h := le g h /\ le h g.
Definition less g h := le g h /\ ~ le h g.
Definition confused g h := ~ le g h /\ ~ le h g.

(* Zero, the negative, the sum of two games, the sum of a list. *)
Definition zero := mk [] [].
Fixpoint neg (g : game) : game := match g with mk l r => mk (map neg r) (map neg l) end.
Fixpoint plus (g : game) : game -> game := match g with mk gl gr =>
  fix plus_g (h : game) : game := match h with mk hl hr =>
   mk (map (fun x => plus x h) gl ++ map plus_g hl) (map (fun x => plus x h) gr ++ map plus_g hr) end end.
Definition total (gs : list game) := fold_right plus zero gs.

(* Normal play. win1 p g: the player p wins g, moving first; win2 p g: moving second. A player who
   cannot move loses. *)
Inductive player := Left | Right.
Definition opts p g := match p with Left => L g | Right => R g end.
Definition other p := match p with Left => Right | Right => Left end.
Inductive win1 : player -> game -> Prop := w1 p g x : In x (opts p g) -> win2 p x -> win1 p g
with win2 : player -> game -> Prop := w2 p g : (forall x, In x (opts (other p) g) -> win1 p x) -> win2 p g.

(* The four outcomes: Left wins, Right wins, the player who moves next wins, the previous player wins. *)
Definition outL g := win1 Left g /\ win2 Left g.
Definition outR g := win1 Right g /\ win2 Right g.
Definition outN g := win1 Left g /\ win1 Right g.
Definition outP g := win2 Left g /\ win2 Right g.

(* Canonical: in g and in all its followers no option is dominated by another, and none is reversible. *)
Inductive canonical : game -> Prop := can g :
 ForallOrdPairs (fun x y => ~ le x y /\ ~ le y x) (L g) ->
 ForallOrdPairs (fun x y => ~ le x y /\ ~ le y x) (R g) ->
 (forall x y, In x (L g) -> In y (R x) -> ~ le y g) ->
 (forall x y, In x (R g) -> In y (L x) -> ~ le g y) ->
 (forall x, In x (L g) \/ In x (R g) -> canonical x) -> canonical g.

(* A ruleset: positions, the moves of Left, the moves of Right, and a size that every move makes smaller.
   val A p is the game of the position p. *)
Record rules := { pos : Type; left : pos -> list pos; right : pos -> list pos; size : pos -> nat;
 left_size : forall p q, In q (left p) -> size q < size p;
 right_size : forall p q, In q (right p) -> size q < size p }.
Fixpoint tree (A : rules) (n : nat) (p : pos A) : game := match n with
 | 0 => zero
 | S n => mk (map (tree A n) (left A p)) (map (tree A n) (right A p)) end.
Definition val (A : rules) (p : pos A) : game := tree A (size A p) p.

(* The nimber *n, and the whole number n. *)
Fixpoint stars (n : nat) : list game := match n with 0 => [] | S k => mk (stars k) (stars k) :: stars k end.
Definition star (n : N) : game := mk (stars (N.to_nat n)) (stars (N.to_nat n)).
Fixpoint nat_game (n : nat) : game := match n with 0 => zero | S k => mk [nat_game k] [] end.
