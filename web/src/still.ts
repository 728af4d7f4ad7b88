// What is drawn again only when what it shows is another.

import { Component, type ComponentChildren } from "preact";

type Props = { of: readonly unknown[]; children: () => ComponentChildren };

export class Still extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    return next.of.some((it, at) => it !== this.props.of[at]);
  }

  override render() {
    return this.props.children();
  }
}
