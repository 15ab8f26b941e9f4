import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ClusterState, makeState, ROOT, type StateEntry } from '../src/applied/cluster-state.js';
import { tryReadId } from '../src/applied/object-id.js';
import { readableObjects } from '../src/applied/parse-objects.js';
import { runGit } from '../src/applied/run-git.js';
import type { ChangeContext } from '../src/changes/change-rule.js';
import { compareOwners } from '../src/changes/owners/compare-owners.js';
import { replacementNotDeclaredRule } from '../src/changes/rules/replacement/replacement-not-declared.js';
import { riskyChangeRule } from '../src/changes/rules/transitions/risky-change.js';
import { openTransitions } from '../src/changes/transitions/find-transitions.js';
import { findRefusedUpdates } from '../src/changes/updates/refused-update.js';
import type { Diagnostic } from '../src/diagnostics/index.js';
import type { JsonObject } from '../src/json/json-value.js';

interface Edit {
  readonly commit: string;
  readonly subject: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Prints what would be told of the last commits of a clone. */
export const replay = (clone: string, last: number): void => {
  const edits = editsIn(clone, last);
  const texts = readBlobs(clone, [...new Set(edits.flatMap(({ before, after }) => [before, after]))]);
  let judged = 0;
  const told = new Map<string, number>();
  for (const { commit, subject, path, before, after } of edits) {
    const [from, to] = [before, after].map((id) => objectsIn(texts.get(id) ?? ''));
    if (from!.length === 0 || to!.length === 0) continue;
    judged++;
    for (const { code, severity, message } of judge(from!, to!, path)) {
      told.set(`${code} ${severity}`, (told.get(`${code} ${severity}`) ?? 0) + 1);
      console.log(`${code} ${severity} ${message} [${commit.slice(0, 8)} ${path}: ${subject}]`);
    }
  }
  const commits = new Set(edits.map(({ commit }) => commit)).size;
  const counts = [...told].sort().map(([what, count]) => `${count} ${what}`);
  console.log(`| ${nameOf(clone)} | ${commits} | ${judged} | ${counts.join(', ') || 'nothing'} |`);
};

const nameOf = (clone: string): string => basename(/^(?:repo|\.git)$/.test(basename(clone)) ? dirname(clone) : clone);

const gitFolderOf = (clone: string): string => (existsSync(join(clone, '.git')) ? join(clone, '.git') : clone);

const git = (clone: string, args: readonly string[], input?: string): Buffer =>
  runGit('.', ['--git-dir', gitFolderOf(clone), ...args], { input, limits: { seconds: 600, outputMegabytes: 1024 } });

/** Files of YAML that commits change, the last ones first. */
const editsIn = (clone: string, last: number): readonly Edit[] => {
  const format = ['--raw', '--no-abbrev', '--no-renames', '--diff-filter=M', '--format=@%H %s'];
  const log = git(clone, ['log', '--no-merges', '--first-parent', `-n${last}`, ...format, '--', '*.yaml', '*.yml']);
  let [commit, subject] = ['', ''];
  return log
    .toString()
    .split('\n')
    .flatMap((line): readonly Edit[] => {
      if (line.startsWith('@')) [commit, subject] = [line.slice(1, 41), line.slice(42)];
      const [, before, after, path] = /^:\d+ \d+ (\w+) (\w+) M\t(.*)$/.exec(line) ?? [];
      return path === undefined ? [] : [{ commit, subject, path, before: before!, after: after! }];
    });
};

const readBlobs = (clone: string, ids: readonly string[]): ReadonlyMap<string, string> => {
  const bytes = git(clone, ['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''));
  const found = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at);
    const [id = '', , size = ''] = bytes.toString('utf8', at, end).split(' ');
    found.set(id, bytes.toString('utf8', end + 1, end + 1 + Number(size)));
    at = end + Number(size) + 2;
  }
  return found;
};

const objectsIn = (text: string): readonly JsonObject[] =>
  readableObjects(text).filter(
    (json) => tryReadId(json) !== undefined && !String(json['apiVersion']).startsWith('kustomize.config.k8s.io/'),
  );

const OWNER: StateEntry = {
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'replayed', namespace: 'flux-system' },
    spec: { prune: true },
  },
  owner: ROOT,
  path: 'replayed.yaml',
};

const stateOf = (objects: readonly JsonObject[], path: string): ClusterState =>
  makeState([OWNER, ...objects.map((json): StateEntry => ({ json, owner: 'flux-system/replayed', path }))], () => true);

const judge = (from: readonly JsonObject[], to: readonly JsonObject[], path: string): readonly Diagnostic[] => {
  const [before, after] = [stateOf(from, path), stateOf(to, path)];
  const transitionsOf = openTransitions(before, after);
  const changes = compareOwners(before, after, findRefusedUpdates(before, after), transitionsOf);
  // The two rules look at nothing else.
  const compiled = { cluster: { replacements: [] } };
  const context = { cluster: 'replayed', compiled, before, after, changes, transitionsOf } as unknown as ChangeContext;
  const found: Diagnostic[] = [];
  for (const { check } of [replacementNotDeclaredRule, riskyChangeRule])
    check(context, (problem) => found.push(problem), []);
  return found;
};
