/** Stands in a value for what only Terraform's apply, or a part that wasn't read, can tell. It is never printed. */
export const UNKNOWN: unique symbol = Symbol('known after apply');

/** Stands in a value for what Terraform marks as sensitive. The value itself is dropped when the file is read. */
export const HIDDEN: unique symbol = Symbol('sensitive');

/** A text of which parts are unknown: `role: ${aws_iam_role.node.name}` in a manifest. Only of use inside of the reader. */
export class PartlyKnown {
  /** @param parts the texts in their order; undefined stands for an unknown part */
  constructor(readonly parts: readonly (string | undefined)[]) {}
}

/** A map of which some keys are known: `merge({ a = 1 }, { for i, v in var.zones : "zone_${i}" => v })`. Only of use inside of the reader. */
export class PartlyKnownMap {
  /**
   * @param known the keys that are certain, with their values
   * @param keys those that it may have in addition, as the parts of a text; undefined stands for an unknown part
   */
  constructor(
    readonly known: Readonly<Record<string, unknown>>,
    readonly keys: readonly (readonly (string | undefined)[])[],
  ) {}
}
