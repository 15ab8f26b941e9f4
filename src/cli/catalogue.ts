import * as addon from '../addon/diagnostics.js';
import * as alerts from '../alerts/diagnostics.js';
import * as base from '../applied/diagnostics.js';
import * as comparison from '../changes/comparison/diagnostics.js';
import * as changes from '../changes/diagnostics.js';
import * as fluxSettings from '../changes/flux-settings/diagnostics.js';
import { changeRules } from '../changes/registry.js';
import * as root from '../changes/root/diagnostics.js';
import * as transitions from '../changes/transitions/diagnostics.js';
import * as cluster from '../cluster/diagnostics.js';
import * as compile from '../compile/diagnostics.js';
import * as constructs from '../constructs/diagnostics.js';
import * as contract from '../contract/diagnostics.js';
import * as declared from '../declared/diagnostics.js';
import * as dependencies from '../dependencies/diagnostics.js';
import type { DiagnosticDefinition } from '../diagnostics/index.js';
import * as graph from '../diagram/diagnostics.js';
import * as diff from '../diff/diagnostics.js';
import * as encryption from '../encryption/diagnostics.js';
import * as flux from '../flux/diagnostics.js';
import * as handover from '../handover/diagnostics.js';
import * as owners from '../owners/diagnostics.js';
import * as preview from '../preview/diagnostics.js';
import * as check from '../rules/diagnostics.js';
import { rules } from '../rules/registry.js';
import * as teams from '../teams/diagnostics.js';
import * as tenants from '../tenants/diagnostics.js';
import * as terraform from '../terraform/diagnostics.js';
import * as tree from '../tree/diagnostics.js';
import * as versions from '../versions/diagnostics.js';
import { commandDiagnostics } from './command-diagnostics.js';

/** Readers follow a change from the source to the cluster, so what a change does comes before Terraform's side. */
const GROUPS = ['FX0', 'FX1', 'FX2', 'FX3', 'FX5', 'FX4', 'FX6', 'FX7', 'FX8'];

const rank = ({ code }: DiagnosticDefinition): string =>
  `${GROUPS.findIndex((group) => code.startsWith(group))} ${code}`;

const folders: readonly Readonly<Record<string, DiagnosticDefinition>>[] = [
  ...commandDiagnostics,
  addon,
  alerts,
  check,
  cluster,
  compile,
  encryption,
  declared,
  dependencies,
  constructs,
  contract,
  diff,
  base,
  flux,
  graph,
  handover,
  changes,
  comparison,
  fluxSettings,
  root,
  transitions,
  owners,
  preview,
  teams,
  tenants,
  terraform,
  tree,
  versions,
];

/** Every diagnostic that fluxspan reports, each once, in the order of docs/diagnostics.md. */
export const catalogue: readonly DiagnosticDefinition[] = [
  ...new Set([
    ...folders.flatMap((folder) => Object.values(folder)),
    ...[...rules, ...changeRules].flatMap<DiagnosticDefinition>(({ diagnostics }) => [...diagnostics]),
  ]),
].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
