import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { fluxVersions } from '../flux/flux-version.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState, StateObject } from '../rules/context/rule-state.js';
import { isFluxGroup } from '../rules/rule.js';
import { endsIn, isNextKubernetes } from '../rules/schemas/ending-versions.js';
import type { RunSchemas } from '../rules/schemas/find-schemas.js';
import { isFormerFluxVersion, lastFluxServing } from '../rules/schemas/removed-versions.js';
import { endingApi, oldApi, oldCrdVersion } from './diagnostics.js';
import { fieldsToMove } from './fields-to-move.js';

/**
 * Objects in versions of APIs that a newer Flux or Kubernetes doesn't serve, each kind once. Rules report what the
 * cluster's own Flux and every supported Kubernetes don't serve.
 *
 * @param installed the Flux of the cluster, such as `2.2`, also if no supported one
 */
export const oldApiFindings = (
  { units, flux }: RuleState,
  { checker: { known } }: Pick<RunSchemas, 'checker'>,
  installed?: string,
): readonly Diagnostic[] => {
  const objects = units.flatMap(({ objects: own, entry }) => [...own, ...entry]).filter((one) => !isComponents(one));
  const isOld = ({ apiVersion, group }: StateObject): boolean => {
    const last = lastServing(apiVersion);
    if (flux !== undefined) return last !== undefined && indexOf(last) >= indexOf(flux);
    return last !== undefined || (isFormerFluxVersion(apiVersion) && group !== 'image.toolkit.fluxcd.io');
  };
  const newest = (group: string, kind: string): string | undefined => {
    const versions = Object.keys(known.find(group, kind)?.versions ?? {});
    return versions.find((one) => /^v\d+$/.test(one)) ?? versions.at(-1);
  };
  return [
    ...byKind(objects.filter(isOld)).map(([object, ...more]) => {
      const { apiVersion, kind, group } = object!;
      const last = lastServing(apiVersion);
      const version = newest(group, kind) ?? 'v1';
      return diagnose(oldApi, {
        message: `${kind} has the apiVersion ${apiVersion}, which ${last === undefined ? 'no supported Flux serves' : `Flux ${last} is the last to serve`}`,
        at: placeIn(object!, 'apiVersion'),
        notes: [
          ...(flux !== undefined
            ? [`this cluster has Flux ${flux}: ${breaksIn(last)}`]
            : installed !== undefined
              ? [`this cluster has Flux ${installed}, which may serve no newer version: upgrade it first`]
              : []),
          ...alsoOf(more),
          ...fieldsToMove([object!, ...more], version, known.find(group, kind)?.versions[version]),
        ],
        fix: `write apiVersion: ${group}/${version} once the Flux that runs serves it (kubectl explain ${kind.toLowerCase()}): upgrade an older one first; "flux migrate -f ." does it for all files`,
      });
    }),
    ...byKind(objects.filter(({ apiVersion, kind }) => endsIn(apiVersion, kind) !== undefined)).map(
      ([object, ...more]) => {
        const { apiVersion, kind, group } = object!;
        const release = endsIn(apiVersion, kind)!;
        const version = newest(group, kind);
        const isStable = version !== undefined && /^v\d+$/.test(version);
        return diagnose(endingApi, {
          message: `${kind} has the apiVersion ${apiVersion}, which Kubernetes ${release} no longer serves`,
          at: placeIn(object!, 'apiVersion'),
          ...(isNextKubernetes(release) ? {} : { severity: 'notice' as const }),
          notes: alsoOf(more),
          fix: isStable
            ? `write apiVersion: ${group}/${version} before the cluster is upgraded to Kubernetes ${release}`
            : `before the cluster is upgraded to Kubernetes ${release}, write the version that it then serves: kubectl explain ${kind.toLowerCase()}`,
        });
      },
    ),
    ...byKind(objects.filter((one) => isOfOldCrd(one, known))).map(([object, ...more]) => {
      const { apiVersion, kind, group } = object!;
      return diagnose(oldCrdVersion, {
        message: `${kind} has the apiVersion ${apiVersion}, and the newest CRD that is known serves ${Object.keys(known.find(group, kind)!.versions).join(', ')}`,
        at: placeIn(object!, 'apiVersion'),
        notes: alsoOf(more),
        fix: `write apiVersion: ${group}/${newest(group, kind)!}, if the version that you run has it: kubectl explain ${kind.toLowerCase()}`,
      });
    }),
  ];
};

/** An alpha or beta version that the CRD of today doesn't have. A cluster may run one that has it. */
const isOfOldCrd = ({ apiVersion, group, kind }: StateObject, known: RunSchemas['checker']['known']): boolean => {
  // Gateway API has a second channel, whose CRDs serve more.
  const found = isFluxGroup(group) || group.endsWith('.k8s.io') ? undefined : known.find(group, kind);
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return (
    found?.own === false &&
    /^v\d+(?:alpha|beta)\d+$/.test(version) &&
    Object.keys(found.versions).some((one) => /^v\d+$/.test(one)) &&
    !Object.hasOwn(found.versions, version)
  );
};

const byKind = (objects: readonly StateObject[]): readonly (readonly StateObject[])[] => {
  const found = new Map<string, StateObject[]>();
  for (const object of objects) {
    const key = `${object.apiVersion} ${object.kind}`;
    const there = found.get(key);
    if (there === undefined) found.set(key, [object]);
    else there.push(object);
  }
  return [...found.values()];
};

const alsoOf = (more: readonly StateObject[]): readonly string[] =>
  more.length === 0
    ? []
    : [
        `the same is true of ${nameSome(
          more.map(({ title }) => title),
          10,
        )}`,
      ];

const indexOf = (version: string): number => (fluxVersions as readonly string[]).indexOf(version);

/** What happens at the upgrade to the first Flux that doesn't have the version. */
const breaksIn = (last: string | undefined): string => {
  const next = last === undefined ? undefined : fluxVersions[indexOf(last) + 1];
  return `after the upgrade to ${next === undefined ? 'a newer one' : `Flux ${next}`}, it fails to apply them`;
};

const lastServing = (apiVersion: string): string | undefined =>
  Object.hasOwn(lastFluxServing, apiVersion) ? lastFluxServing[apiVersion] : undefined;

/** `flux bootstrap` writes these again with each new Flux. */
const isComponents = ({ file }: StateObject): boolean => /(?:^|\/)gotk-[^/]+$/.test(file?.path ?? '');
