/** Why a folder is left to kustomize: the construct whose result isn't certain. */
export class NotPlain extends Error {
  override readonly name = 'NotPlain';
}
