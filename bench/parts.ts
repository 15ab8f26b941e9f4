/** One measurement, which runs in a process of its own: `bench/NAME.js`. */
export interface Part {
  /** What it measures, as paths of the repository; a change of these makes its figures stale. */
  readonly measures: readonly string[];
  /** Whether its figures, which have no target, are only printed. @default false */
  readonly isPrinted?: true;
}

/** What makes any figure another one. */
const CODE = ['src', 'imports', 'package-lock.json', 'bench/child.js'];
/** What is measured by the built command, too. */
const BUILT = [...CODE, 'bin', 'scripts/build.js'];
const OBJECTS = ['bench/objects.js', 'bench/cluster.js', 'bench/one-synth.js'];
const FLEET = ['bench/fleet-project.js'];

const parts = {
  synth: { measures: [...CODE, ...OBJECTS, 'bench/one-cdk8s.js', 'bench/one-helm.js', 'bench/one-floor.js'] },
  scale: { measures: [...CODE, ...OBJECTS] },
  command: { measures: BUILT },
  edit: { measures: [...BUILT, 'templates'] },
  base: { measures: BUILT },
  fleet: { measures: [...BUILT, ...FLEET] },
  watch: { measures: [...BUILT, ...FLEET] },
  schema: { measures: [...CODE, 'bench/one-schema.js', 'bench/objects.js'] },
  check: { measures: [...CODE, ...OBJECTS] },
  graph: { measures: [...CODE, 'bench/one-graph.js'] },
  page: { measures: [...CODE, 'bench/one-page.js'], isPrinted: true },
  accounts: { measures: [...BUILT, ...FLEET, 'bench/one-accounts.js'] },
  types: { measures: [...BUILT, 'bench/type-check.js'] },
  package: {
    measures: [
      ...BUILT,
      'docs',
      'templates',
      'examples',
      'ci',
      'renovate',
      'package.json',
      ':(exclude)docs/performance.md',
    ],
  },
} satisfies Record<string, Part>;

/** Each by its name, in the order in which they run. */
export const allParts: Readonly<Record<string, Part>> = Object.fromEntries(
  Object.entries<Part>(parts).map(([name, part]) => [
    name,
    { ...part, measures: [...part.measures, `bench/${name}.js`] },
  ]),
);
