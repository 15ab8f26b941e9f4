/** Why the API server refuses an expression, in words that continue `"…rule" …`. */
export class ExpressionFault extends Error {}

/** An expression that isn't judged. */
export class Undecided extends Error {}
