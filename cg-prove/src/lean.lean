/-- A game: the games to which Left can move, and those to which Right can move. -/
inductive Game where
  | mk (left right : List Game)

def Game.left : Game → List Game
  | .mk l _ => l

def Game.right : Game → List Game
  | .mk _ r => r

/-- A term of a sum: a game, or its negative, in which the players have changed places. -/
inductive Term where
  | plus (g : Game)
  | minus (g : Game)

def Term.left : Term → List Term
  | .plus g => g.left.map Term.plus
  | .minus g => g.right.map Term.minus

def Term.right : Term → List Term
  | .plus g => g.right.map Term.plus
  | .minus g => g.left.map Term.minus

/-- A sum is a list of terms: a player moves in one of them. The empty sum is 0. -/
def leftMoves : List Term → List (List Term)
  | [] => []
  | t :: s => t.left.map (fun u => u :: s) ++ (leftMoves s).map (fun r => t :: r)

def rightMoves : List Term → List (List Term)
  | [] => []
  | t :: s => t.right.map (fun u => u :: s) ++ (rightMoves s).map (fun r => t :: r)

mutual
/-- Conway's order: G <= H when no Left option of G is >= H and no Right option of H is <= G. -/
inductive Le : List Term → List Term → Prop where
  | intro (g h : List Term) :
      (∀ x, x ∈ leftMoves g → Lf x h) → (∀ y, y ∈ rightMoves h → Lf g y) → Le g h
/-- Less or confused: the contrary of H <= G, by `le_not_lf` below. -/
inductive Lf : List Term → List Term → Prop where
  | left (g h x : List Term) : x ∈ leftMoves h → Le g x → Lf g h
  | right (g h x : List Term) : x ∈ rightMoves g → Le x h → Lf g h
end

def Equal (g h : List Term) : Prop := Le g h ∧ Le h g
def Less (g h : List Term) : Prop := Le g h ∧ ¬ Le h g
def Confused (g h : List Term) : Prop := ¬ Le g h ∧ ¬ Le h g

/-! The outcomes. The empty sum has no moves, so `Le [] g` says that Left wins g, moving second:
each move of Right is answered by one of Left after which Left wins again, moving second. -/
def OutcomeP (g : List Term) : Prop := Le [] g ∧ Le g []
def OutcomeN (g : List Term) : Prop := ¬ Le [] g ∧ ¬ Le g []
def OutcomeL (g : List Term) : Prop := Le [] g ∧ ¬ Le g []
def OutcomeR (g : List Term) : Prop := Le g [] ∧ ¬ Le [] g
-- cut
/-! What follows is no part of the statement. -/

theorem le_not_lf {g h : List Term} (le : Le g h) : Lf h g → False :=
  Le.rec (motive_1 := fun g h _ => Lf h g → False) (motive_2 := fun g h _ => Le h g → False)
    (fun _ _ _ _ iha ihb lf => match lf with
      | .left _ _ x m le => iha x m le
      | .right _ _ y m le => ihb y m le)
    (fun _ _ x m _ ih le => match le with
      | .intro _ _ a _ => ih (a x m))
    (fun _ _ x m _ ih le => match le with
      | .intro _ _ _ b => ih (b x m))
    le

theorem not_le {g h : List Term} (lf : Lf h g) : ¬ Le g h := fun le => le_not_lf le lf

/-! Games by numbers. -/

structure Row where
  game : Game
  left : List Nat
  right : List Nat

def rowAt : List Row → Nat → Row
  | [], _ => ⟨.mk [] [], [], []⟩
  | r :: _, 0 => r
  | _ :: rs, n + 1 => rowAt rs n

-- cut
def node (n : Nat) : Game := (rowAt rows n).game

inductive Fits : List Row → Prop where
  | nil : Fits []
  | cons (r : Row) (rs : List Row) : r.game.left = r.left.map node →
      r.game.right = r.right.map node → Fits rs → Fits (r :: rs)

theorem fits_at : ∀ (rs : List Row), Fits rs → ∀ (n : Nat),
    (rowAt rs n).game.left = (rowAt rs n).left.map node ∧
    (rowAt rs n).game.right = (rowAt rs n).right.map node
  | [], _, _ => And.intro rfl rfl
  | _ :: _, .cons _ _ l r _, 0 => And.intro l r
  | _ :: rs, .cons _ _ _ _ f, n + 1 => fits_at rs f n

-- cut
theorem node_fits (n : Nat) : (node n).left = (rowAt rows n).left.map node ∧
    (node n).right = (rowAt rows n).right.map node :=
  fits_at rows rows_fit n

/-! Lists. -/

theorem no (h : false = true) : False := by cases h

theorem both {a b : Bool} (h : (a && b) = true) : a = true ∧ b = true := by
  cases a <;> cases b <;> first
    | exact And.intro rfl rfl
    | exact absurd h (by decide)

theorem map_app {A B : Type} (f : A → B) : ∀ (a b : List A), (a ++ b).map f = a.map f ++ b.map f
  | [], _ => rfl
  | x :: a, b => congrArg (List.cons (f x)) (map_app f a b)

theorem map_two {A B C D : Type} (f : A → B) (g : B → C) (h : A → D) (k : D → C)
    (e : ∀ a, g (f a) = k (h a)) : ∀ (l : List A), (l.map f).map g = (l.map h).map k
  | [] => rfl
  | a :: l => by
    show g (f a) :: (l.map f).map g = k (h a) :: (l.map h).map k
    rw [e a, map_two f g h k e l]

theorem to_map {A B : Type} (f : A → B) : ∀ (l : List A) (a : A), a ∈ l → f a ∈ l.map f
  | [], _, m => by cases m
  | b :: l, a, m => by
    show f a ∈ f b :: l.map f
    cases m with
    | head => exact List.Mem.head _
    | tail _ m => exact List.Mem.tail _ (to_map f l a m)

theorem of_map {A B : Type} (f : A → B) : ∀ (l : List A) (b : B), b ∈ l.map f → ∃ a, a ∈ l ∧ f a = b
  | [], b, m => by
    have n : b ∈ ([] : List B) := m
    cases n
  | a :: l, b, m => by
    have n : b ∈ f a :: l.map f := m
    cases n with
    | head => exact Exists.intro a (And.intro (List.Mem.head _) rfl)
    | tail _ n =>
      have c := of_map f l b n
      exact Exists.elim c (fun d both => Exists.intro d (And.intro (List.Mem.tail _ both.1) both.2))

/-! Sums by numbers: true stands before the number of a game that is subtracted. -/

abbrev Item := Bool × Nat
abbrev State := List Item

def value : Item → Term
  | (false, n) => Term.plus (node n)
  | (true, n) => Term.minus (node n)

def sum (s : State) : List Term := s.map value

def itemLeft : Item → List Item
  | (false, n) => (rowAt rows n).left.map (fun m => (false, m))
  | (true, n) => (rowAt rows n).right.map (fun m => (true, m))

def itemRight : Item → List Item
  | (false, n) => (rowAt rows n).right.map (fun m => (false, m))
  | (true, n) => (rowAt rows n).left.map (fun m => (true, m))

def leftNext : State → List State
  | [] => []
  | i :: s => (itemLeft i).map (fun j => j :: s) ++ (leftNext s).map (fun r => i :: r)

def rightNext : State → List State
  | [] => []
  | i :: s => (itemRight i).map (fun j => j :: s) ++ (rightNext s).map (fun r => i :: r)

theorem item_left : ∀ (i : Item), (value i).left = (itemLeft i).map value
  | (false, n) => by
    show (node n).left.map Term.plus = ((rowAt rows n).left.map (fun m => (false, m))).map value
    rw [(node_fits n).1]
    exact map_two node Term.plus (fun m => (false, m)) value (fun _ => rfl) _
  | (true, n) => by
    show (node n).right.map Term.minus = ((rowAt rows n).right.map (fun m => (true, m))).map value
    rw [(node_fits n).2]
    exact map_two node Term.minus (fun m => (true, m)) value (fun _ => rfl) _

theorem item_right : ∀ (i : Item), (value i).right = (itemRight i).map value
  | (false, n) => by
    show (node n).right.map Term.plus = ((rowAt rows n).right.map (fun m => (false, m))).map value
    rw [(node_fits n).2]
    exact map_two node Term.plus (fun m => (false, m)) value (fun _ => rfl) _
  | (true, n) => by
    show (node n).left.map Term.minus = ((rowAt rows n).left.map (fun m => (true, m))).map value
    rw [(node_fits n).1]
    exact map_two node Term.minus (fun m => (true, m)) value (fun _ => rfl) _

theorem sum_left : ∀ (s : State), leftMoves (sum s) = (leftNext s).map sum
  | [] => rfl
  | i :: s => by
    show (value i).left.map (fun u => u :: sum s) ++ (leftMoves (sum s)).map (fun r => value i :: r)
      = ((itemLeft i).map (fun j => j :: s) ++ (leftNext s).map (fun r => i :: r)).map sum
    rw [item_left i, sum_left s, map_app,
      map_two value (fun u => u :: sum s) (fun j => j :: s) sum (fun _ => rfl) (itemLeft i),
      map_two sum (fun r => value i :: r) (fun r => i :: r) sum (fun _ => rfl) (leftNext s)]

theorem sum_right : ∀ (s : State), rightMoves (sum s) = (rightNext s).map sum
  | [] => rfl
  | i :: s => by
    show (value i).right.map (fun u => u :: sum s) ++ (rightMoves (sum s)).map (fun r => value i :: r)
      = ((itemRight i).map (fun j => j :: s) ++ (rightNext s).map (fun r => i :: r)).map sum
    rw [item_right i, sum_right s, map_app,
      map_two value (fun u => u :: sum s) (fun j => j :: s) sum (fun _ => rfl) (itemRight i),
      map_two sum (fun r => value i :: r) (fun r => i :: r) sum (fun _ => rfl) (rightNext s)]

/-! The checker. An entry says g <= h. Its replies answer the moves of Left in g and those of Right
in h: each is the number of an entry below it. -/

structure Entry where
  g : State
  h : State
  lefts : List Nat
  rights : List Nat

def has (a : State) : List State → Bool
  | [] => false
  | b :: l => if a = b then true else has a l

theorem has_mem (a : State) : ∀ (l : List State), has a l = true → a ∈ l
  | [], k => (no k).elim
  | b :: l, k => by
    have k' : (if a = b then true else has a l) = true := k
    by_cases e : a = b
    · rw [e]
      exact List.Mem.head _
    · rw [if_neg e] at k'
      exact List.Mem.tail _ (has_mem a l k')

def answers (e : Entry) (x h : State) : Bool :=
  if e.g = x then has e.h (leftNext h) else if e.h = h then has e.g (rightNext x) else false

theorem answers_ok (e : Entry) (x h : State) (k : answers e x h = true)
    (le : Le (sum e.g) (sum e.h)) : Lf (sum x) (sum h) := by
  have k' : (if e.g = x then has e.h (leftNext h)
    else if e.h = h then has e.g (rightNext x) else false) = true := k
  by_cases a : e.g = x
  · rw [if_pos a] at k'
    rw [a] at le
    have m : sum e.h ∈ leftMoves (sum h) := by
      rw [sum_left]
      exact to_map sum _ _ (has_mem _ _ k')
    exact Lf.left _ _ _ m le
  · rw [if_neg a] at k'
    by_cases b : e.h = h
    · rw [if_pos b] at k'
      rw [b] at le
      have m : sum e.g ∈ rightMoves (sum x) := by
        rw [sum_right]
        exact to_map sum _ _ (has_mem _ _ k')
      exact Lf.right _ _ _ m le
    · rw [if_neg b] at k'
      exact (no k').elim

def answersAt : List Entry → Nat → State → State → Bool
  | [], _, _, _ => false
  | e :: _, 0, x, h => answers e x h
  | _ :: es, n + 1, x, h => answersAt es n x h

def AllHold : List Entry → Prop
  | [] => True
  | e :: es => Le (sum e.g) (sum e.h) ∧ AllHold es

theorem answersAt_ok : ∀ (es : List Entry) (n : Nat) (x h : State),
    AllHold es → answersAt es n x h = true → Lf (sum x) (sum h)
  | [], _, _, _, _, k => (no k).elim
  | e :: es, 0, x, h, a, k => by
    have a' : Le (sum e.g) (sum e.h) ∧ AllHold es := a
    exact answers_ok e x h k a'.1
  | e :: es, n + 1, x, h, a, k => by
    have a' : Le (sum e.g) (sum e.h) ∧ AllHold es := a
    exact answersAt_ok es n x h a'.2 k

def leftsOk (es : List Entry) (h : State) : List State → List Nat → Bool
  | [], _ => true
  | _ :: _, [] => false
  | x :: xs, r :: rs => answersAt es r x h && leftsOk es h xs rs

theorem leftsOk_ok (es : List Entry) (h : State) (all : AllHold es) :
    ∀ (xs : List State) (rs : List Nat), leftsOk es h xs rs = true →
    ∀ (x : State), x ∈ xs → Lf (sum x) (sum h)
  | [], _, _, _, m => by cases m
  | _ :: _, [], k, _, _ => (no k).elim
  | y :: xs, r :: rs, k, x, m => by
    have k' : (answersAt es r y h && leftsOk es h xs rs) = true := k
    have c := both k'
    cases m with
    | head => exact answersAt_ok es r _ h all c.1
    | tail _ m => exact leftsOk_ok es h all xs rs c.2 x m

def rightsOk (es : List Entry) (g : State) : List State → List Nat → Bool
  | [], _ => true
  | _ :: _, [] => false
  | y :: ys, r :: rs => answersAt es r g y && rightsOk es g ys rs

theorem rightsOk_ok (es : List Entry) (g : State) (all : AllHold es) :
    ∀ (ys : List State) (rs : List Nat), rightsOk es g ys rs = true →
    ∀ (y : State), y ∈ ys → Lf (sum g) (sum y)
  | [], _, _, _, m => by cases m
  | _ :: _, [], k, _, _ => (no k).elim
  | z :: ys, r :: rs, k, y, m => by
    have k' : (answersAt es r g z && rightsOk es g ys rs) = true := k
    have c := both k'
    cases m with
    | head => exact answersAt_ok es r g _ all c.1
    | tail _ m => exact rightsOk_ok es g all ys rs c.2 y m

def check : List Entry → Bool
  | [] => true
  | e :: es => (leftsOk es e.h (leftNext e.g) e.lefts && rightsOk es e.g (rightNext e.h) e.rights)
      && check es

theorem check_ok : ∀ (es : List Entry), check es = true → AllHold es
  | [], _ => True.intro
  | e :: es, k => by
    have k' : ((leftsOk es e.h (leftNext e.g) e.lefts
      && rightsOk es e.g (rightNext e.h) e.rights) && check es) = true := k
    have c := both k'
    have d := both c.1
    have all := check_ok es c.2
    have le : Le (sum e.g) (sum e.h) := by
      apply Le.intro
      · intro x m
        rw [sum_left] at m
        cases of_map sum _ x m with
        | intro y n =>
          rw [← n.2]
          exact leftsOk_ok es e.h all _ _ d.1 y n.1
      · intro x m
        rw [sum_right] at m
        cases of_map sum _ x m with
        | intro y n =>
          rw [← n.2]
          exact rightsOk_ok es e.g all _ _ d.2 y n.1
    exact And.intro le all

theorem proved (e : Entry) (es : List Entry) (k : check (e :: es) = true) :
    Le (sum e.g) (sum e.h) := by
  have a : Le (sum e.g) (sum e.h) ∧ AllHold es := check_ok (e :: es) k
  exact a.1
-- cut
