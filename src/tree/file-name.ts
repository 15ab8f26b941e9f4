/** `HelmRelease` → `helm-release`, `HTTPRoute` → `http-route`, `EC2NodeClass` → `ec2-node-class`. */
const kebab = (kind: string): string =>
  kind
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

const known = new Map<string, string>();

/** The file for the objects of a kind; with the group where another group of the same addon has that kind too. */
export const fileName = (kind: string, group: string, shared: boolean): string => {
  let base = known.get(kind);
  if (base === undefined) {
    base = kebab(kind);
    known.set(kind, base);
  }
  // What kustomize itself reads is called kustomization.yaml.
  if (kind === 'Kustomization' && group === 'kustomize.toolkit.fluxcd.io') return 'flux-kustomization.yaml';
  if (base === 'kustomization') return 'kustomization-object.yaml';
  return shared ? `${base}.${group === '' ? 'core' : group}.yaml` : `${base}.yaml`;
};
