/**
 * A patch that kustomize can't apply to an object, so that the build fails. The message says why, without the object.
 */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}
