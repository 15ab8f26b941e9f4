import { type ClusterState, isFluxKustomization, ownerKey } from '../../../applied/cluster-state.js';
import { configMapKey } from '../../../applied/config-map-key.js';
import { keyOf, type ObjectId, titleOf } from '../../../applied/object-id.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import type { CompiledCluster } from '../../../compile/compiled-cluster.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { openNamed } from '../../../rules/index.js';
import { type FoundReference, referencesOf } from '../../../rules/references/index.js';
import { isTwin } from '../../../rules/references/is-twin.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { defineChangeRule } from '../../change-rule.js';
import { danglingReference } from '../../diagnostics.js';
import type { HadContract } from '../../hand-written/contract-of-base.js';
import { type Reader, readerOf } from '../../removals/reader.js';
import { objectsOfRoot } from '../../root/objects-of-root.js';

const misnamedByOthers = defineDiagnostic({
  code: 'FX557',
  name: 'misnamed-by-others',
  severity: 'error',
  summary:
    "A file that fluxspan didn't write refers to a Flux object that nothing makes: an error if the change adds it and an object has almost that name; otherwise a warning, or a notice if it was there before.",
  page: {
    example: 'apps/web.yaml has dependsOn: [{ name: infrastrcture }], and the tree has Kustomization infrastructure',
    flux: "dependency 'flux-system/infrastrcture' not found; of a source: Source 'GitRepository/fleet' not found",
    right: 'dependsOn: [{ name: infrastructure }]',
  },
});

type Reference = FoundReference<Reader>;

/** Reports names in hand-written files that Flux won't find. */
export const namesOfOthersRule = defineChangeRule(
  [misnamedByOthers, danglingReference],
  ({ compiled, hadContract, view, before, after }, report) => {
    const problems = view === undefined ? [] : namesOfOthers(compiled, hadContract, { before, after }, view);
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'] },
);

/**
 * Reports names in hand-written files that Flux won't find: Flux objects that nothing makes (FX557), and ConfigMaps
 * that leave the contract, so that Terraform deletes them (FX523).
 *
 * @param had the base's contract, if it differs from the planned one
 */
const namesOfOthers = (
  compiled: CompiledCluster,
  had: HadContract | undefined,
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
  { after: view, tree }: Pick<ClusterViews, 'after' | 'tree'>,
): readonly Diagnostic[] => {
  const { cluster, contract } = compiled;
  const maps = new Set(contract.configMaps.map(mapKey));
  const gone = new Map(
    (had?.configMaps ?? []).flatMap((one) => (maps.has(mapKey(one)) ? [] : [[mapKey(one), one] as const])),
  );
  const ofRoot = new Set([...objectsOfRoot(view.running), { group: SOURCE, ...compiled.app.source }].map(keyOf));
  let isNamed: ReturnType<typeof openNamed> | undefined;
  const isThere = (one: Reference): boolean => {
    const key = keyOf(targetOf(one));
    if (after.objects.has(key) || ofRoot.has(key) || holdsExpression(one.name) || holdsExpression(one.namespace ?? ''))
      return true;
    isNamed ??= openNamed(compiled);
    return isNamed(one);
  };
  let proven: ReadonlySet<string> | undefined;
  const isProven = (one: Reference): boolean => {
    proven ??= new Set(
      [...before.objects.values()].flatMap((object) => {
        const reader = readerOf(object, before);
        return reader === undefined ? [] : referencesOf(reader, before.scopeOf).map((each) => keyOf(targetOf(each)));
      }),
    );
    return proven.has(keyOf(targetOf(one)));
  };
  /** Whether an unseen owner may make the object. A Kustomization can't bring what it needs itself to start. */
  const isHiddenFrom = ({ id }: Reader): boolean =>
    view.running.file === undefined ||
    view.notSeen.some(({ owner }) => !isFluxKustomization(id) || owner !== ownerKey(id));
  const place = ({ object: { path, id }, path: at, name }: Reference): Diagnostic['at'] => {
    const { line } = { ...lineOfText(tree, path, name), ...lineOfText(tree, path, `name: ${name}`) };
    const file = path === '' ? {} : { file: line === undefined ? path : `${path}:${line}` };
    return { cluster: cluster.name, object: titleOf(id), ...file, path: at };
  };
  const told = new Map<string, number>();
  const found = [...after.objects.values()].flatMap(
    (object): readonly { readonly key: string; readonly problem: Diagnostic }[] => {
      const reader = readerOf(object, after);
      if (reader === undefined || isSuspended(reader)) return [];
      return referencesOf(reader, after.scopeOf).flatMap((one) => {
        const key = keyOf(targetOf(one));
        const tell = (problem: Diagnostic) => {
          told.set(key, (told.get(key) ?? 0) + 1);
          return told.get(key) === 1 ? [{ key, problem }] : [];
        };
        if (one.isOptional || one.row.isSoft === true) return [];
        const isFlux = one.group.endsWith('.fluxcd.io');
        const map =
          one.group === '' && one.kind === 'ConfigMap'
            ? gone.get(mapKey({ ...one, namespace: one.namespace ?? '' }))
            : undefined;
        const old = isFlux || map !== undefined ? undefined : hashedBefore(one, before);
        if ((!isFlux && map === undefined && old === undefined) || isThere(one)) return [];
        const title = titleOf(targetOf(one));
        const said = `${titleOf(reader.id)}, which fluxspan did not write,`;
        if (map !== undefined) {
          const next = map.isVars
            ? contract.configMaps.find(({ holds, namespace }) => holds === 'vars' && namespace === map.namespace)
            : undefined;
          return tell(
            diagnose(danglingReference, {
              message: `${title} leaves the contract, so Terraform deletes it, and ${said} still names it`,
              at: place(one),
              fix: `${next === undefined ? 'keep the inputs that it holds in the infra of an addon, or change the file first' : `name ConfigMap "${next.name}" there, which takes its place`}; if something else makes it from now on, list it in the cluster's options: external: [{ kind: 'ConfigMap', name: '${one.name}', namespace: '${one.namespace}' }]`,
            }),
          );
        }
        const twin = old ?? findTwin(one, after);
        const isOld = isProven(one);
        const isHidden = isHiddenFrom(reader);
        if (twin === undefined && (isOld || isHidden)) return [];
        return tell(
          diagnose(misnamedByOthers, {
            message: `${said} names ${title}, which nothing here makes`,
            at: place(one),
            severity: isOld ? 'notice' : twin === undefined || (isHidden && old === undefined) ? 'warning' : 'error',
            fix:
              old !== undefined
                ? `name what makes it: before, that was ${titleOf(old)}`
                : `${twin === undefined ? 'bring it with this change' : `did you mean "${twin.name}"?`}${twin === undefined ? ',' : ' Otherwise'} list it in the cluster's options: external: [{ kind: '${one.kind}', name: '${one.name}', namespace: '${one.namespace}' }]`,
          }),
        );
      });
    },
  );
  return found.map(({ key, problem }) => {
    const more = told.get(key)! - 1;
    return more === 0
      ? problem
      : { ...problem, notes: [...problem.notes, `${more} more ${more === 1 ? 'place names' : 'places name'} it`] };
  });
};

const SOURCE = 'source.toolkit.fluxcd.io';

const mapKey = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string =>
  configMapKey(namespace, name);

const targetOf = ({ group, kind, name, namespace = '' }: Reference): ObjectId => ({ group, kind, name, namespace });

/** A suspended object does nothing. */
const isSuspended = ({ json: { spec } }: Reader): boolean => isObject(spec) && spec['suspend'] === true;

/** The name that a kustomize generator made before, if the same field contained that name with its hash. */
const hashedBefore = (one: Reference, before: ClusterState): ObjectId | undefined => {
  const { group, kind, name } = one;
  const was =
    group === '' && /^(?:ConfigMap|Secret)$/.test(kind) ? before.objects.get(keyOf(one.object.id)) : undefined;
  const reader = was === undefined ? undefined : readerOf(was, before);
  if (reader === undefined) return undefined;
  const old = referencesOf(reader, before.scopeOf).find(({ path }) => path === one.path);
  if (old === undefined || !old.name.startsWith(`${name}-`) || !/^[a-z0-9]{10}$/.test(old.name.slice(name.length + 1)))
    return undefined;
  return before.objects.get(keyOf(targetOf(old)))?.id;
};

const findTwin = (one: Reference, { index }: ClusterState): ObjectId | undefined =>
  index
    .ofKind(one.group, one.kind)
    .find(({ id }) => id.namespace === (one.namespace ?? '') && isTwin(id.name, one.name))?.id;
