/** The resource of a kind: its name in the paths of requests and in the rules of roles. */
export interface ResourceName {
  /** One name, or those that it most likely has. */
  readonly names: readonly string[];
  readonly isKnown: boolean;
}

/** By `group/Kind`: what the name of a kind doesn't tell. */
const irregular: Readonly<Record<string, string>> = { '/Endpoints': 'endpoints' };

/** The plural that Kubernetes gives to its own kinds, which is also the usual one of a CRD. */
const pluralOf = (kind: string): string => {
  const one = kind.toLowerCase();
  if (/[sxz]$|[cs]h$/.test(one)) return `${one}es`;
  return /[^aeiou]y$/.test(one) ? one.replace(/y$/, 'ies') : `${one}s`;
};

/**
 * The resource of a kind.
 *
 * @param pluralOfCrd the plural that the CRD of a kind declares
 * @param isOwn whether Kubernetes itself or Flux has the API group, or the CRD of the kind is known
 */
export const resourceOf = (
  group: string,
  kind: string,
  pluralOfCrd: (group: string, kind: string) => string | undefined,
  isOwn: (group: string) => boolean,
): ResourceName => {
  const known = irregular[`${group}/${kind}`] ?? pluralOfCrd(group, kind);
  if (known !== undefined) return { names: [known], isKnown: true };
  const usual = pluralOf(kind);
  if (isOwn(group)) return { names: [usual], isKnown: true };
  const one = kind.toLowerCase();
  return { names: [...new Set([usual, one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')])], isKnown: false };
};
