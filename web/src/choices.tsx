// The moves of a player in a list: those that win come first. Under the pointer a move is drawn on the board.

import { NAMES } from "./game";
import { moveName } from "./moves";
import { type Explored, type Move, type Player, known } from "./server";
import { Score, ValueView } from "./values";

const MOST_LISTED = 80;

type Props = {
  explored: Explored;
  player: Player;
  moves: Move[];
  /// Moves that win are marked.
  hint: boolean;
  /// Nothing tells what a move is worth.
  secret: boolean;
  moving: boolean;
  edit: boolean;
  point: (move: Move | null) => void;
  play: (move: Move) => void;
};

export function Choices({ explored, player, moves, hint, secret, moving, edit, point, play }: Props) {
  const wins = (move: Move) => hint && Boolean(known(move.wins));
  const order = moves.toSorted((a, b) => Number(wins(b)) - Number(wins(a)));
  return (
    <div>
      <h2><span class={`badge ${player}`}>{NAMES[player]}</span> {moving ? "…" : moves.length === 0 ? "no move" : `${moves.length} ${moves.length === 1 ? "move" : "moves"}`}</h2>
      <ul class="move-list">
        {order.slice(0, MOST_LISTED).map((move) => (
          <li key={move.name + move.after}>
            <button class={wins(move) ? "winning" : ""} disabled={edit} title={move.becomes} onClick={() => play(move)}
              onMouseEnter={() => point(move)} onMouseLeave={() => point(null)} onFocus={() => point(move)} onBlur={() => point(null)}>
              {moveName(move, explored.parts[move.part]!.drawing)}{wins(move) ? " ★" : ""}
            </button> {!secret && (move.score === null ? <ValueView value={move.value} /> : <Score score={move.score} />)}
          </li>
        ))}
      </ul>
      {moves.length > MOST_LISTED && <p class="note">and {moves.length - MOST_LISTED} more</p>}
    </div>
  );
}
