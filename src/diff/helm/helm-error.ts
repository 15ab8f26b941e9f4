/** Why a release can't be rendered, and what helps. */
export class HelmError extends Error {
  override readonly name = 'HelmError';
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message);
  }
}
