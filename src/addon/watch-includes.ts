import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Yaml } from 'cdk8s';
import type { AddonScope } from '../constructs/addon-scope.js';
import { tryFindFile, tryFindFolder, tryReadUtf16 } from '../constructs/project-file.js';
import { diagnose, rememberPlace } from '../diagnostics/index.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { includedFile, renderedChart } from './diagnostics.js';

/** Where an addon's files may be. */
export interface IncludeFolders {
  /** Where relative paths start. */
  readonly project: string;
  /** The repository around the project. */
  readonly repository: string;
}

const URL_START = /^(?:https?|ftp):\/\//i;
/** Where `Helm` of cdk8s puts what it renders, which it then includes. */
const RENDERED = /[\\/]cdk8s-helm-[^\\/]+[\\/]chart\.yaml$/;
/** The user's line is above the constructs of cdk8s and of packages. */
const FRAMES = 16;

/**
 * Runs a `build`, and looks at each file that `Include`, `Helm` and `Yaml.load` of cdk8s read in it: cdk8s keeps no note of
 * it. Relative paths start at the project, wherever the command runs.
 */
export const watchIncludes = <T>(scope: AddonScope, { project, repository }: IncludeFolders, run: () => T): T => {
  const { load } = Yaml;
  const report = (
    definition: typeof includedFile | typeof renderedChart,
    { message, fix, severity }: { message: string; fix: string; severity?: 'warning' },
  ) => {
    const source = rememberPlace(FRAMES)();
    const at = { path: 'build', ...(source === undefined ? {} : { source }) };
    const problem = diagnose(definition, { message, at, fix, ...(severity === undefined ? {} : { severity }) });
    if (problem.severity === 'error') scope.reportMissing(problem);
    else scope.report(problem);
  };
  // cdk8s reads it in a process of its own, which says nothing that helps.
  const loadFile = (
    path: string | undefined,
    fault: string,
    read = (file: string) => load.call(Yaml, file),
  ): unknown[] => {
    try {
      if (path !== undefined) return read(path);
    } catch {
      // Reported below, as a file that isn't there.
    }
    report(includedFile, {
      message: `addon "${scope.addon}" includes ${fault}`,
      fix: 'Correct the path, which starts at the folder of cdk8s.yaml, or the file',
    });
    return [];
  };
  Yaml.load = (path) => {
    if (typeof path !== 'string') return load.call(Yaml, path);
    if (URL_START.test(path)) {
      const url = withoutSecrets(path);
      report(includedFile, {
        severity: 'warning',
        message: `addon "${scope.addon}" includes ${url}, so synth needs the network, and its result changes with what is there`,
        fix: 'Download the file into the repository, and include it from there',
      });
      return loadFile(path, `${url}, which doesn't answer with YAML`);
    }
    if (RENDERED.test(path)) {
      report(renderedChart, {
        message: `addon "${scope.addon}" renders a chart with the helm of this machine: the tree changes with that helm, and synth needs the network unless the chart is a folder`,
        fix: 'Declare the chart in `charts`, and make a HelmRelease: Flux renders and upgrades it',
      });
      return load.call(Yaml, path);
    }
    const file = resolve(project, path);
    if (isIn(resolve(repository), file)) {
      const real = tryFindFile(file);
      // A link may lead out of the repository.
      if (real === undefined || isIn(tryFindFolder(repository) ?? resolve(repository), real))
        return loadFile(
          real,
          `"${path}", which isn't a file of YAML in the project's folder`,
          (file) => tryUtf16(file) ?? load.call(Yaml, file),
        );
    }
    report(includedFile, {
      message: `addon "${scope.addon}" includes "${path}", which is outside the repository: other machines don't have it`,
      fix: 'Copy the file into the repository, and include it from there',
    });
    return [];
  };
  try {
    return run();
  } finally {
    Yaml.load = load;
  }
};

/** The documents of a file in UTF-16, which kustomize reads, and cdk8s doesn't. Undefined for any other file. */
const tryUtf16 = (file: string): unknown[] | undefined => {
  const text = tryReadUtf16(file);
  return text === undefined ? undefined : parseYamlDocuments(text).filter((one) => one !== null);
};

const isIn = (folder: string, file: string): boolean => {
  const path = relative(folder, file);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
};

/** Neither what logs in nor what may be a token. */
const withoutSecrets = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed === undefined ? 'a URL' : `${parsed.origin}${parsed.pathname}`;
};
