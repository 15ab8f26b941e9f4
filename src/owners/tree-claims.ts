import { identityOf } from '../changes/releases/release-of.js';
import { objectsOf, textOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import type { CloudKind, CloudOperator } from '../knowledge/form/cloud-operator.js';
import { parsePath } from '../knowledge/form/path.js';
import { cloudOperators } from '../knowledge/index.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { AppliedObject, OwnerTool, TreeClaim } from './claim.js';

/** What an object of the tree owns: itself, and the release, Flux, cloud resource or DNS records that it stands for. */
export const treeClaims = (object: AppliedObject): readonly TreeClaim[] => {
  const { group, kind, namespace, name, owner, json } = object;
  const claims: TreeClaim[] = [
    { identity: { is: 'object', group, kind, namespace, name }, tool: 'flux', owner, object },
  ];
  if (group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease') {
    const { name: release, storage } = identityOf(name, namespace, json);
    const identity = { is: 'release', namespace: storage, name: release } as const;
    claims.push({ identity, tool: 'helm', owner: through(object), object });
  }
  if (group === 'fluxcd.controlplane.io' && kind === 'FluxInstance') {
    claims.push({ identity: { is: 'flux' }, tool: 'operator', owner: through(object), object });
  }
  if (group === 'externaldns.k8s.io' && kind === 'DNSEndpoint') {
    for (const { dnsName, recordType } of objectsOf(specOf(json)['endpoints'])) {
      if (typeof dnsName !== 'string' || holdsExpression(dnsName)) continue;
      const identity = { is: 'dns', type: textOf(recordType) ?? 'A', name: dnsName } as const;
      claims.push({ identity, tool: 'operator', owner: through(object), object });
    }
  }
  return [...claims, ...cloudClaims(object)];
};

const through = ({ kind, name, owner }: AppliedObject): string => `${kind}/${name} of ${owner}`;

const pairs: readonly (readonly [string, CloudOperator, CloudKind])[] = cloudOperators.flatMap((operator) =>
  operator.kinds.flatMap((kind) => kind.kinds.map((name) => [name, operator, kind] as const)),
);
const byKind: ReadonlyMap<string, readonly [string, CloudOperator, CloudKind]> = new Map(
  pairs.map((pair) => [pair[0], pair]),
);

const cloudClaims = (object: AppliedObject): readonly TreeClaim[] => {
  const found = byKind.get(`${object.group}/${object.kind}`);
  if (found === undefined) return [];
  const [, operator, kind] = found;
  const name = operator.nameOf(object.json, kind);
  if (name === undefined || holdsExpression(name) || !operator.manages(object.json)) return [];
  const within = new Map(
    (kind.within ?? []).flatMap(({ terraform, at }) => {
      const value = readAt(object.json, at);
      return typeof value === 'string' && !holdsExpression(value) ? [[terraform, value] as const] : [];
    }),
  );
  return Object.keys(kind.terraform).map(
    (type): TreeClaim => ({
      identity: { is: 'cloud', type, what: kind.what, name },
      tool: toolOf(operator),
      owner: `${operator.name}'s ${through(object)}`,
      object,
      letsGo: operator.observe,
      within,
      isGlobal: kind.isGlobal === true,
      mayBeElsewhere: operator.mayBeElsewhere(object.json),
    }),
  );
};

const toolOf = ({ name }: CloudOperator): OwnerTool => (name === 'Crossplane' ? 'crossplane' : 'operator');

const readAt = (json: JsonObject, path: string): unknown =>
  parsePath(path).reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), json);
