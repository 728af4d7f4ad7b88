//! Finds and prints block-ID pieces: `plan LAYERS PIECES [any]`.

use cg_trinim::{Layers, search_plans};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [layers, pieces, rest @ ..] = args.as_slice() else {
        return Err("write: plan LAYERS PIECES [any]".into());
    };
    for plan in search_plans(Layers::new(layers.parse()?)?, pieces.parse()?, rest.is_empty(), 5)? {
        println!("{plan}\n");
    }
    Ok(())
}
