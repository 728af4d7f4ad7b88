//! Solves boards up to LAYERS in memory and prints what is known: `report LAYERS [FOLDER for SVG]`.

use cg_trinim::{
    BoardAnswer, Convention, Layers, Position, PositionAnswer, Search, SolveOptions, move_svg,
    ratio_bars, ratio_svg, ratio_table, retrograde, solve,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let most: u64 = args.first().map_or(Ok(7), |a| a.parse())?;
    let mut rows = Vec::new();
    for k in 1..=most {
        let layers = Layers::new(k)?;
        for convention in Convention::ALL {
            let answer = if k < 5 {
                let counts = retrograde(layers, convention)?.p_counts();
                BoardAnswer::new(layers, convention, &counts, &mut Search::new(convention, 0))?
            } else {
                let table = solve(layers, convention, &SolveOptions::default(), &|_| ())?;
                BoardAnswer::new(layers, convention, table.p_counts(), &mut &table)?
            };
            println!(
                "{k} layers, {convention}: {} winning first moves",
                answer.full_board.winning.len()
            );
            println!("{}", answer.full_board.picture());
            println!("P-positions by pieces: {:?}\n", answer.p_by_pieces);
            rows.push(answer);
        }
    }
    println!("{}\n{}", ratio_table(&rows), ratio_bars(&rows, 60));
    if let Some(folder) = args.get(1) {
        std::fs::create_dir_all(folder)?;
        std::fs::write(format!("{folder}/ratio.svg"), ratio_svg(&rows))?;
        for PositionAnswer { position, convention, classes, .. } in
            rows.iter().map(|r| &r.full_board)
        {
            let k = position.layers();
            for (i, class) in classes.iter().enumerate() {
                std::fs::write(
                    format!("{folder}/{k}-{convention}-{i}.svg"),
                    move_svg(Position::full(k), class.after),
                )?;
            }
        }
    }
    Ok(())
}
