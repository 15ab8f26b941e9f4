import { createHash } from 'node:crypto';
import type { OwnedObject } from '../../applied/cluster-state.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** The identity of a HelmRelease for Helm. */
export interface HelmIdentity {
  /** The namespace of Helm's record. It identifies the release together with the name. */
  readonly storage: string;
  /** The namespace that the release installs into. */
  readonly namespace: string;
  readonly name: string;
}

export const isHelmRelease = ({ id }: OwnedObject): boolean =>
  id.kind === 'HelmRelease' && id.group === 'helm.toolkit.fluxcd.io';

export const releaseOf = ({ id, holdings }: OwnedObject): HelmIdentity =>
  identityOf(id.name, id.namespace, holdings[0].json);

/** Follows helm-controller's api/v2/helmrelease_types.go. */
export const identityOf = (name: string, namespace: string, release: JsonObject): HelmIdentity => {
  const value = release['spec'];
  const spec: JsonObject = isObject(value) ? value : {};
  const target = textOr(spec['targetNamespace'], '');
  return {
    storage: textOr(spec['storageNamespace'], namespace),
    namespace: target === '' ? namespace : target,
    name: shortName(textOr(spec['releaseName'], target === '' ? name : `${target}-${name}`)),
  };
};

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** Helm accepts 53 characters. helm-controller shortens longer names. */
const shortName = (name: string): string => {
  if (name.length <= 53 || holdsExpression(name)) return name;
  const digest = createHash('sha256').update(name).digest('hex');
  return `${name.slice(0, 40)}-${digest.slice(0, 12)}`;
};
