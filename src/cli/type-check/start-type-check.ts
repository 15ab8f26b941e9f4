import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Diagnostic, diagnose, thrownText } from '../../diagnostics/index.js';
import type { StartedBundle } from '../bundle-app.js';
import type { Project } from '../project.js';
import { modulesOf } from './app-modules.js';
import { notTypeChecked, typeError } from './diagnostics.js';
import { findCompiler } from './find-compiler.js';
import { findReferenced } from './find-referenced.js';
import { brokenRules, parseTscOutput, type TscProblem } from './parse-tsc-output.js';
import { runIncremental } from './run-incremental.js';
import { openCompiler, type TscRun } from './run-tsc.js';

/** What the compiler finds in the app, or why it finds nothing. */
export interface TypeProblem {
  readonly diagnostic: Diagnostic;
  /** The rules of fluxspan's types that the app breaks there, in their words; empty: it is a rule of TypeScript. */
  readonly rules: readonly string[];
}

/** The compiler at work on the app, in a process of its own. */
export interface StartedTypeCheck {
  /** What is wrong with the app. It never rejects. */
  readonly done: Promise<readonly TypeProblem[]>;
  /** Ends the compiler, where nothing waits for it any more. */
  stop(): void;
}

/** A large app takes some seconds without a cache. */
const MINUTES = 5;

/** Starts the compiler that the project has; `undefined` where it has none, or its app isn't TypeScript. */
export const startTypeCheck = ({ project, bundle }: StartedBundle): StartedTypeCheck | undefined => {
  const tsc = /\.[cm]?tsx?$/.test(project.app) ? findCompiler(project.folder) : undefined;
  if (tsc === undefined) return undefined;
  const config = findConfig(project);
  if (config === undefined) {
    return {
      done: Promise.resolve([
        notChecked(
          project,
          'there is no tsconfig.json',
          'write one: { "compilerOptions": { "module": "NodeNext", "strict": true, "noEmit": true } }',
        ),
      ]),
      stop: () => undefined,
    };
  }
  const compiler = openCompiler(tsc, project.folder, MINUTES * 60_000);
  const check = async (): Promise<readonly TypeProblem[]> => {
    const run = await runIncremental(compiler, project, config);
    const modules = await bundle.then(
      (one) => modulesOf(project, one.modules),
      () => undefined,
    );
    // An app that can't be bundled is told by whoever loads it.
    if (modules === undefined) return [];
    const judged = judgeOutput(project, config, run, modules);
    if (judged !== 'not included') return judged;
    const found = await findReferenced(compiler, config, project.app);
    if (found.config === undefined) return [notIncluded(project, config, found.asked)];
    const again = await runIncremental(compiler, project, found.config);
    const second = judgeOutput(project, found.config, again, modules);
    return second === 'not included' ? [notIncluded(project, config, found.asked)] : second;
  };
  return {
    done: check().catch((error: unknown) =>
      compiler.isStopped ? [] : [notChecked(project, `tsc can't be run: ${thrownText(error)}`)],
    ),
    stop: () => compiler.stop(),
  };
};

/** The nearest one, as editors find it, as far up as the repository goes. */
const findConfig = ({ folder, app }: Project): string | undefined => {
  let isOutside = false;
  for (let at = dirname(app); ; at = dirname(at)) {
    const config = join(at, 'tsconfig.json');
    if (existsSync(config)) return config;
    isOutside ||= at === folder;
    if ((isOutside && existsSync(join(at, '.git'))) || dirname(at) === at) return undefined;
  }
};

const FIX = 'run it by hand: npx tsc --noEmit; or pass --no-typecheck';

const notChecked = ({ folder, app }: Project, message: string, fix = FIX): TypeProblem => ({
  diagnostic: diagnose(notTypeChecked, {
    message: `the app isn't type-checked: ${message}`,
    at: { file: shown(folder, app) },
    fix,
  }),
  rules: [],
});

const judgeOutput = (
  project: Project,
  config: string,
  { code, said }: TscRun,
  modules: ReadonlySet<string>,
): readonly TypeProblem[] | 'not included' => {
  const { folder, app } = project;
  const { problems: all, files } = parseTscOutput(said);
  const problems = all.filter((one) => one.code !== NOT_KEPT);
  // tsc names a file below a linked folder by the link.
  const isModule = (path: string): boolean => modules.has(path) || modules.has(realPathOf(path));
  // Those of tests and of other programs in the folder are not the app's.
  const inApp = problems.filter((one) => one.file !== undefined && isModule(resolve(folder, one.file)));
  // Without the types of what it imports, the app can't be judged.
  const unbuilt = inApp.find((one) => one.code === NOT_BUILT);
  if (unbuilt !== undefined) {
    const fix = `build it first: npx tsc --build ${shown(folder, config)}; or pass --no-typecheck`;
    return [notChecked(project, `a project that ${shown(folder, config)} references isn't built (${NOT_BUILT})`, fix)];
  }
  const own = inApp.filter((one) => !isOfDeclarations(one) && !OF_THE_PROJECT.has(one.code));
  if (own.length > 0) return own.map((problem) => asProblem(problem, shown(folder, config)));
  const general = problems.find(({ file }) => file === undefined || file.endsWith('.json'));
  if (general !== undefined) return [notChecked(project, `${general.text} (${general.code})`)];
  if (code !== 0 && all.length === 0) return [notChecked(project, `tsc ended with ${code}: ${lastLine(said)}`)];
  const real = realpathSync(app);
  return files.some((file) => [app, real].includes(resolve(folder, file))) ? [] : 'not included';
};

/** TS5033: tsc can't write what it keeps for the next check, which takes longer then. */
const NOT_KEPT = 'TS5033';

const realPathOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** TS6305: the declarations of a referenced project aren't there. */
const NOT_BUILT = 'TS6305';
/** A file is outside of the project's `rootDir` or of its list of files: of its types, nothing is said. */
const OF_THE_PROJECT: ReadonlySet<string> = new Set(['TS6059', 'TS6307']);

/** @param asked how many projects were asked that it references */
const notIncluded = (project: Project, config: string, asked: number): TypeProblem => {
  const name = shown(project.folder, config);
  if (asked === 0) return notChecked(project, `${name} doesn't include it`, `add its folder to "include" of ${name}`);
  return notChecked(
    project,
    `${name} doesn't include it, ${asked === 1 ? 'nor does the project' : `nor do the ${asked} projects`} that it references`,
    'add its folder to "include" of one of these projects',
  );
};

/** What only keeps tsc from writing `.d.ts` files, which synth doesn't need: nothing is wrong with the types. */
const isOfDeclarations = ({ code: tsCode }: TscProblem): boolean => {
  const number = Number(tsCode.slice(2));
  if (number >= 4000 && number <= 4108) return !REAL.has(number);
  return DECLARATIONS.has(number) || (number >= 9005 && number <= 9039);
};
const REAL: ReadonlySet<number> = new Set([4090, 4104, 4105]);
const DECLARATIONS: ReadonlySet<number> = new Set([2527, 2742, 2883, 7056]);

const asProblem = ({ file = '', line, column, code, text, more }: TscProblem, config: string): TypeProblem => {
  const rules = brokenRules([text, ...more].join(' '));
  const message = rules.length > 0 ? rules.join('; ') : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  const diagnostic = diagnose(typeError, {
    message: `${message.replace(/\.$/, '')} (${code})`,
    at: { file: `${file}:${line}:${column}` },
    // The types around the sentence say nothing that it doesn't.
    notes: rules.length > 0 ? [] : more,
    fix: `fix it; npx tsc --noEmit${config === 'tsconfig.json' ? '' : ` -p ${config}`} says the same`,
  });
  return { diagnostic, rules };
};

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const shown = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');
