import { posix } from 'node:path';
import { isFluxKustomization } from '../../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf, tryReadId } from '../../../applied/object-id.js';
import { type ClusterViews, isKnown } from '../../../applied/view/cluster-views.js';
import type { FluxObject } from '../../../applied/view/flux-view.js';
import { redirectedFields } from '../../../applied/view/is-redirected.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { defineChangeRule } from '../../change-rule.js';
import { placeOfChange, type SoughtChange } from '../../root/patch-place.js';

const rootChangesTree = defineDiagnostic({
  code: 'FX540',
  name: 'root-changes-tree',
  severity: 'error',
  summary:
    "A patch or another transformation in Flux's root removes something that synth generates, gives it another name or namespace, or makes its Kustomization read another folder.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml has a patch with $patch: delete whose target is every Kustomization, the addon web included',
    flux: "nothing: it never applies the addon, or deletes the addon's objects",
    right: 'use a target that excludes the generated Kustomizations, such as a labelSelector or a name',
  },
});

/**
 * Reports generated objects in the cluster's folder that the root drops, renames, or makes read another folder or
 * source.
 */
export const rootChangesTreeRule = defineChangeRule(
  [rootChangesTree],
  ({ plan, view, lostRoot, compiled, tree }, report) => {
    if (view === undefined || lostRoot !== undefined || !isKnown(view.root)) return;
    const { scopeOf } = compiled.built;
    const { root } = tree;
    const planned = plan.objects.flatMap(({ object, json, path }) => {
      const id = plan.layout.isInFolder(path) ? tryReadId(json, scopeOf) : undefined;
      return id === undefined ? [] : [{ id, json, addon: object.addon, path: posix.join(root, path) }];
    });
    const keys = new Set(planned.map(({ id }) => keyOf(id)));
    const read = new Set(view.root.files);
    const applied = new Map(view.root.objects.map((one) => [keyOf(one.id), one]));
    const problems = planned.flatMap((one) => {
      if (!read.has(one.path) || !view.isOwn(one.path)) return [];
      const found = applied.get(keyOf(one.id));
      if (found !== undefined) return redirected(plan.cluster, view, one, found) ?? [];
      const renamed = view.root.objects.find(
        ({ id, path }) => path === one.path && isSameKind(id, one.id) && !keys.has(keyOf(id)),
      );
      return [
        renamed === undefined ? leftOut(plan.cluster, view, one) : underOtherName(plan.cluster, view, one, renamed.id),
      ];
    });
    for (const problem of problems) report(problem);
  },
);

interface Planned {
  readonly id: ObjectId;
  readonly json: JsonObject;
  readonly addon: string;
  readonly path: string;
}

const isSameKind = (a: ObjectId, b: ObjectId): boolean => a.kind === b.kind && a.group === b.group;

const report = (
  cluster: string,
  view: ClusterViews,
  { id, addon }: Planned,
  sought: Omit<SoughtChange, 'id'>,
  words: { readonly does: string; readonly fix: (what: string) => string },
): Diagnostic => {
  const { at, what } = placeOfChange(view, { id, ...sought });
  return diagnose(rootChangesTree, {
    message: `Flux's root ${words.does}`,
    at: { cluster, addon, object: titleOf(id), ...at },
    fix: words.fix(what),
  });
};

const leftOut = (cluster: string, view: ClusterViews, one: Planned): Diagnostic =>
  report(
    cluster,
    view,
    one,
    { words: [/\$patch["']?:\s*["']?delete/], fields: ['transformers', 'components'] },
    {
      does: `leaves out ${titleOf(one.id)}, so Flux ${isFluxKustomization(one.id) ? `applies nothing of addon "${one.addon}"` : "doesn't apply it"}, or deletes it`,
      fix: (what) =>
        `give ${what} a target that selects other objects; to remove the addon, take it out of the cluster's code`,
    },
  );

const underOtherName = (cluster: string, view: ClusterViews, one: Planned, now: ObjectId): Diagnostic => {
  const fields = one.id.name === now.name ? ['namespace'] : ['namePrefix', 'nameSuffix'];
  return report(
    cluster,
    view,
    one,
    { words: [/\/metadata\/name/, /\bname(space)?:/], fields: [...fields, 'transformers', 'replacements'] },
    {
      does: `applies ${titleOf(one.id)} as ${titleOf(now)}, so that what depends on it doesn't find it, and Flux deletes the old one with all that it has applied`,
      fix: (what) => `take ${what} out, or let it leave the generated files alone`,
    },
  );
};

const redirected = (
  cluster: string,
  view: ClusterViews,
  one: Planned,
  now: FluxObject,
): readonly Diagnostic[] | undefined => {
  if (!isFluxKustomization(one.id)) return undefined;
  const field = redirectedFields(view.tree, now).find((name) => name === 'path' || name === 'sourceRef');
  if (field === undefined) return undefined;
  const [was, is] = [one.json, now.json].map(({ spec }) => readText(isObject(spec) ? spec[field] : undefined));
  return [
    report(
      cluster,
      view,
      one,
      {
        words: [new RegExp(`/spec/${field}`), new RegExp(`\\b${field}["']?:`)],
        fields: ['transformers', 'replacements'],
      },
      {
        does: `lets ${titleOf(one.id)} read ${is} instead of ${was}, where addon "${one.addon}" is`,
        fix: (what) => `give ${what} a target that leaves the generated Kustomizations out`,
      },
    ),
  ];
};

const readText = (value: unknown): string =>
  isObject(value)
    ? `${String(value['kind'])} "${String(value['name'])}"`
    : value === undefined
      ? 'the whole source'
      : `"${String(value)}"`;
