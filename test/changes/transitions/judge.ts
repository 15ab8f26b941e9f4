import { type ClusterState, makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { replacementNotDeclaredRule } from '../../../src/changes/rules/replacement/replacement-not-declared.js';
import { riskyChangeRule } from '../../../src/changes/rules/transitions/risky-change.js';
import { openTransitions, type TransitionsOf } from '../../../src/changes/transitions/find-transitions.js';
import type { Found } from '../../../src/changes/transitions/found.js';
import { findRefusedUpdates } from '../../../src/changes/updates/refused-update.js';
import type { Diagnostic } from '../../../src/diagnostics/index.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { askRule } from '../ask-rule.js';

/** An object named `x`. */
export const object = (
  type: string,
  spec: JsonObject,
  annotations: Readonly<Record<string, string>> = {},
): JsonObject => {
  const at = type.lastIndexOf('/');
  return {
    apiVersion: at < 0 ? 'v1' : type.slice(0, at),
    kind: type.slice(at + 1),
    metadata: { name: 'x', namespace: 'apps', annotations },
    spec,
  };
};

/** A release of a chart. */
export const release = (chart: string, values: JsonObject): JsonObject =>
  object('helm.toolkit.fluxcd.io/v2/HelmRelease', {
    interval: '10m',
    chart: { spec: { chart, version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
    values,
  });

export const stateOf = (objects: readonly JsonObject[], settings: JsonObject) =>
  makeState(
    [
      {
        json: {
          apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
          kind: 'Kustomization',
          metadata: { name: 'a', namespace: 'flux-system' },
          spec: { prune: true, ...settings },
        },
        owner: ROOT,
        path: 'clusters/dev/a.yaml',
      },
      ...objects.map((json): StateEntry => ({ json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' })),
    ],
    () => true,
  );

/** What the engine finds in a change; a test may leave out a part of it. */
export type Filter = (found: Found) => boolean;

/** The diagnostics for a change of the first object in a list. */
export const judge = (
  from: readonly JsonObject[],
  to: readonly JsonObject[],
  settings: JsonObject = {},
  isKept: Filter = () => true,
): readonly Diagnostic[] => {
  const [before, after] = [stateOf(from, settings), stateOf(to, settings)];
  return judgeStates(before, after, isKept);
};

/** The same for two states. */
export const judgeStates = (before: ClusterState, after: ClusterState, isKept: Filter = () => true) => {
  const open = openTransitions(before, after);
  const transitionsOf: TransitionsOf = (object, next) => open(object, next).filter(isKept);
  const changes = compareOwners(before, after, findRefusedUpdates(before, after), transitionsOf);
  return [
    ...askRule(replacementNotDeclaredRule, { changes }),
    ...askRule(riskyChangeRule, { before, after, transitionsOf }),
  ];
};

/** The codes of diagnostics, with their severity. */
export const codesOf = (found: readonly Diagnostic[]): readonly string[] =>
  found.map(({ severity, code }) => `${severity} ${code}`);
