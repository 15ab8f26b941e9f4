/** A patch that kustomize can't apply to an object, and so builds nothing. The message says why, without the object. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}
