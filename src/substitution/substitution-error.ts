/**
 * What Flux's own substitution engine refuses: the message is word for word the one that the
 * kustomize-controller would report, so it can be searched for and compared.
 */
export class SubstitutionError extends Error {
  override readonly name = 'SubstitutionError';
  constructor(
    message: string,
    /** Flux's engine panics here, instead of refusing the text. */
    readonly isPanic = false,
  ) {
    super(message);
  }
}
