import { createHash } from 'node:crypto';
import type { OwnedObject } from '../../applied/cluster-state.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** What a HelmRelease is for Helm. */
export interface HelmIdentity {
  /** The namespace in which Helm keeps its record; with the name, that is the release. */
  readonly storage: string;
  /** The namespace into which it installs. */
  readonly namespace: string;
  readonly name: string;
}

export const isHelmRelease = ({ id }: OwnedObject): boolean =>
  id.kind === 'HelmRelease' && id.group === 'helm.toolkit.fluxcd.io';

export const releaseOf = ({ id, holdings }: OwnedObject): HelmIdentity =>
  identityOf(id.name, id.namespace, holdings[0].json);

/** As helm-controller's api/v2/helmrelease_types.go has it. */
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

/** Helm takes 53 characters; helm-controller shortens what is longer. */
const shortName = (name: string): string => {
  if (name.length <= 53 || holdsExpression(name)) return name;
  const digest = createHash('sha256').update(name).digest('hex');
  return `${name.slice(0, 40)}-${digest.slice(0, 12)}`;
};
