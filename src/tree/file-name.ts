/** `HelmRelease` → `helm-release`, `HTTPRoute` → `http-route`, `EC2NodeClass` → `ec2-node-class`. */
const kebab = (kind: string): string =>
  kind
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** Gives the name of the file for a kind; `shared`: another group in the same addon has a kind of that name too. */
export type FileNames = (kind: string, group: string, shared: boolean) => string;

/** Names files, each kind once: thousands of objects share a few kinds. */
export const createFileNames = (): FileNames => {
  const known = new Map<string, string>();
  return (kind, group, shared) => {
    let base = known.get(kind);
    if (base === undefined) {
      base = kebab(kind);
      known.set(kind, base);
    }
    return fileName(base, kind, group, shared);
  };
};

const fileName = (base: string, kind: string, group: string, shared: boolean): string => {
  // What kustomize itself reads is called kustomization.yaml.
  if (kind === 'Kustomization' && group === 'kustomize.toolkit.fluxcd.io') return 'flux-kustomization.yaml';
  if (base === 'kustomization') return 'kustomization-object.yaml';
  return shared ? `${base}.${group === '' ? 'core' : group}.yaml` : `${base}.yaml`;
};
