import { compareValues } from '../charts/difference/compare-values.js';
import type { SchemaChange } from '../charts/difference/schema-change.js';
import { type Diagnostic, diagnose, sortDiagnostics } from '../diagnostics/index.js';
import type { Redactor } from '../diff/redact.js';
import type { JsonObject } from '../json/json-value.js';
import { openPatterns } from '../schema/patterns.js';
import { type AffectedRelease, affectedBy } from './affected-values.js';
import { upgradeNotSeen } from './diagnostics.js';
import type { ChartRelease } from './find-releases.js';
import { type RenderedUpgrade, renderUpgrade } from './rendered-upgrade.js';

/** One version of a chart. */
export interface ChartVersion {
  readonly version: string | undefined;
  /** Where it comes from, as it may be shown; undefined where it was imported from outside of the project. */
  readonly source: string | undefined;
  /** Of its values, with the chart's defaults. */
  readonly schema: JsonObject;
  /** A folder or `.tgz` for helm; undefined where only the values are known. */
  readonly path: string | undefined;
}

export interface UpgradeInput {
  readonly chart: string;
  readonly from: ChartVersion;
  readonly to: ChartVersion;
  readonly releases: readonly ChartRelease[];
  /** The helm executable. */
  readonly helm: string;
  /** The one that the values of the releases were marked with. */
  readonly redactor: Redactor;
}

/** What another version of a chart changes: its values, those of the project, and the objects that it renders. */
export interface ExplainedUpgrade {
  readonly chart: string;
  readonly from: ChartVersion;
  readonly to: ChartVersion;
  readonly changes: readonly SchemaChange[];
  readonly affected: readonly AffectedRelease[];
  readonly rendered: readonly RenderedUpgrade[];
  readonly diagnostics: readonly Diagnostic[];
}

const uncomposed = ({ cluster, addon, object }: ChartRelease): Diagnostic =>
  diagnose(upgradeNotSeen, {
    message: 'the values of the release could not be composed, so what the upgrade changes for it is not known',
    at: { cluster, addon, object },
    fix: `look at what \`fluxspan render ${cluster} ${addon}\` says`,
  });

/** Explains an upgrade of a chart. Nothing is written, and no cluster is asked. */
export const explainUpgrade = async (input: UpgradeInput): Promise<ExplainedUpgrade> => {
  const { chart, from, to, releases, helm, redactor } = input;
  const version = to.version ?? '(unknown)';
  const changes = compareValues(from.schema, to.schema);
  const patterns = openPatterns();
  const pair = { from: from.schema, to: to.schema, version };
  const affected = releases.map((release) => affectedBy(release, changes, pair, patterns));
  const { rendered, diagnostics } =
    from.path === undefined || to.path === undefined
      ? { rendered: [], diagnostics: [] }
      : await renderUpgrade(affected, {
          helm,
          from: from.path,
          to: to.path,
          schema: to.schema,
          version,
          name: chart,
          redactor,
        });
  return {
    chart,
    from,
    to,
    changes,
    affected,
    rendered,
    diagnostics: sortDiagnostics([
      ...affected.flatMap((one) => one.diagnostics),
      ...releases.filter(({ values }) => values === undefined).map(uncomposed),
      ...diagnostics,
    ]),
  };
};
