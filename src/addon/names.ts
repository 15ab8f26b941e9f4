/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names */
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Names that files of the tree have beside the addons' own; and one that every object of JavaScript has. */
const reserved: ReadonlySet<string> = new Set(['kustomization', 'flux-system', 'readme', 'constructor']);

/** Why no addon, stage, cluster or release can have this name; undefined where one can. */
export const nameFault = (name: unknown): string | undefined => {
  if (typeof name !== 'string') return 'is not a string';
  if (!LABEL.test(name)) return 'is not a DNS label (lower-case letters, digits and dashes, 63 at most)';
  if (reserved.has(name)) return `is reserved (so are ${[...reserved].map((one) => `"${one}"`).join(', ')})`;
  return undefined;
};

export const isLabel = (name: string): boolean => LABEL.test(name);

/** A name of an infra var that Flux takes: https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
export const isVarName = (name: string): boolean => /^[_A-Za-z][_A-Za-z0-9]*$/.test(name);
