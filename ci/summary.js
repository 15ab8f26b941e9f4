// What the comment of a pull request says, from the results of the commands. It starts no process.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARK } from './report.js';

/**
 * @typedef {{ cluster?: string, addon?: string, object?: string, path?: string, file?: string, source?: string }} Place
 * @typedef {{ code: string, name: string, severity: string, message: string, at: Place, notes: readonly string[],
 *   fix: string, isNew: boolean }} Problem
 * @typedef {{ path: string, line: number }} Line
 */

const ORDER = ['error', 'warning', 'notice'];
const LONGEST = 6000;
/** Problems that are shown above the fold. */
const SHOWN = 20;

/**
 * @param {{
 *   results: readonly { name: string, passed: boolean, said: string }[],
 *   problems: readonly Problem[],
 *   diff: { passed: boolean, stdout: string, stderr: string },
 *   diffData: any,
 *   committed: { stdout: string } | undefined,
 *   isFirstStep: boolean,
 *   hasHelm: boolean,
 *   isCompared: boolean,
 * }} given
 * @param {number} most characters of the whole
 */
export const printReport = (
  { results, problems, diff, diffData, committed, isFirstStep, hasHelm, isCompared },
  most,
) => {
  const failed = results.filter(({ passed }) => !passed);
  const shown = committed?.stdout ?? diff.stdout;
  const { sentence, rest: body } = splitDiff(shown);
  const isComplete = diff.passed && sentence !== undefined;
  const unseen = unseenCharts(diffData, hasHelm);
  const first = [
    ...(failed.length === 0
      ? []
      : [
          `**Not ready to merge: ${failed.map(({ name }) => name).join('; ')} failed.**${isComplete ? ' Once that is fixed:' : ''}`,
        ]),
    isComplete ? sentence : '**The diff is incomplete.**',
    ...(unseen.length === 0
      ? []
      : [
          `**What changes with the new chart ${unseen.length === 1 ? 'version' : 'versions'} of ${unseen.join(', ')} isn't shown.**`,
        ]),
    ...(isComplete && /\bloses\b/.test(sentence) ? [UNDONE] : []),
    ...(failed.length === 0 ? beforeMerging(problems, isFirstStep) : []),
  ].join(' ');
  const rows = results.map(({ name, passed }) => `| ${name} | ${passed ? 'passed' : '**failed**'} |`);
  const failures = failed
    .filter(({ said }) => said !== '')
    .map(({ name, said }) => `<details><summary>${name}</summary>\n\n${fenced(shortened(said))}\n\n</details>\n`);
  const why = diff.stderr === '' ? "the job's log has the reason" : fenced(shortened(diff.stderr));
  const head = [
    MARK,
    first,
    '',
    ...bullets(stale(results), problems, isCompared),
    ...(unseen.length === 0 ? [] : [NO_HELM, '']),
    `| fluxspan | |\n| --- | --- |\n${rows.join('\n')}\n`,
    ...failures,
    ...(diff.passed ? [] : [`<details><summary>Why the diff is incomplete</summary>\n\n${why}\n\n</details>\n`]),
    '',
  ].join('\n');
  const later = !isFirstStep
    ? ''
    : `\n### After the second step\n\nThis merge is the first step of a handover. What follows happens only when somebody merges the second step:\n\n${splitDiff(diff.stdout).whole}\n`;
  const all = `${body.trimEnd()}\n${later}`;
  const room = most - head.length - 100;
  return head + (all.length > room ? `${all.slice(0, room)}\n\n… the rest does not fit here\n` : all);
};

/** What to do where the first line says that the changes of a chart aren't shown. */
const NO_HELM =
  'This runner has no `helm`, which shows what a chart changes. Install it before the check (on GitHub with `azure/setup-helm`), or run `npx fluxspan diff --helm` yourself.';

/** Behind a sentence that names what is lost: a declared loss passes all checks. */
const UNDONE = '**A revert does not bring back what is lost: look for a backup first.**';

/**
 * What the changes alone don't say: the sentence may be about one object, and that object's rights.
 *
 * @param {readonly Problem[]} problems
 * @param {boolean} isFirstStep
 */
const beforeMerging = (problems, isFirstStep) => {
  const warnings = grouped(problems.filter(({ isNew, severity }) => isNew && severity === 'warning'));
  const named = [...new Set(warnings.map(({ problem: { code, name } }) => `${code} ${name}`))];
  const more = named.length > NAMED ? ` and ${named.length - NAMED} more` : '';
  const list = `${named.slice(0, NAMED).join(', ')}${more}`;
  return [
    ...(isFirstStep ? ['**This is the first of two steps of a handover.**'] : []),
    ...(warnings.length === 0
      ? []
      : [`**Read ${warnings.length === 1 ? 'the new warning' : `${warnings.length} new warnings`} first: ${list}.**`]),
  ];
};

/** Warnings that the first line names. */
const NAMED = 3;

/** What the author has to do where the tree doesn't match the code. @param {readonly { said: string }[]} results */
const stale = ([synth]) => {
  const line = /^.*\bcommit the result\.(?:.*)$/m.exec(synth?.said ?? '')?.[0];
  return line === undefined ? [] : [`- **error**: The committed tree doesn't match the code. ${line}`];
};

/** The sentence by which the diff begins, and the rest. @param {string} text */
const splitDiff = (text) => {
  const [, title = '', sentence, rest = ''] =
    /^(### [^\n]*\n\n)?(\*\*[^\n]*\*\*|Nothing [^\n]*)\n?([\s\S]*)$/.exec(text) ?? [];
  const whole = text.replace(/^### [^\n]*\n+/, '');
  return sentence === undefined || sentence.startsWith('**Not compared')
    ? { sentence: undefined, rest: text, whole }
    : {
        sentence: sentence.startsWith('**') ? sentence : `**${sentence}**`,
        rest: `${title}${rest.trimStart()}`,
        whole,
      };
};

/**
 * What is new in this change, the worst first, and how much isn't.
 *
 * @param {readonly string[]} first
 * @param {readonly Problem[]} problems
 * @param {boolean} isCompared
 */
const bullets = (first, problems, isCompared) => {
  const groups = grouped(problems.filter(({ isNew }) => isNew));
  const old = grouped(problems.filter(({ isNew }) => !isNew));
  const lines = [...first, ...groups.map(lineOf)];
  const folded = lines.slice(SHOWN);
  return [
    ...lines.slice(0, SHOWN),
    ...(folded.length === 0
      ? []
      : [`\n<details><summary>${folded.length} more</summary>\n\n${folded.join('\n')}\n\n</details>`]),
    ...(lines.length === 0 ? [] : ['']),
    ...(old.length === 0 ? [] : [`Not new in this change: ${countsOf(old)}.`, '']),
    ...(isCompared || groups.length === 0
      ? []
      : ['The commit from which this change starts could not be checked, so some of these may be older.', '']),
  ];
};

/** Those that several clusters have alike are one. @param {readonly Problem[]} problems */
const grouped = (problems) => {
  /** @type {Map<string, { problem: Problem, clusters: string[] }>} */
  const groups = new Map();
  for (const problem of problems) {
    const { code, at } = problem;
    // The clusters stand before it.
    const message = problem.message.replace(`cluster "${at.cluster}": `, '');
    const key = JSON.stringify([code, message, at.object, at.path]);
    const cluster = at.cluster === undefined ? [] : [at.cluster];
    const there = groups.get(key);
    if (there === undefined) groups.set(key, { problem: { ...problem, message }, clusters: cluster });
    else there.clusters.push(...cluster.filter((one) => !there.clusters.includes(one)));
  }
  return [...groups.values()].sort((a, b) => ORDER.indexOf(a.problem.severity) - ORDER.indexOf(b.problem.severity));
};

/** @param {{ problem: Problem, clusters: readonly string[] }} group */
const lineOf = ({ problem: { code, severity, message, notes, fix, at }, clusters }) => {
  const place = [clusters.join(', '), at.source ?? at.file ?? ''].filter((one) => one !== '').join(', ');
  const said = [message, ...notes].map((one) => escaped(asSentence(one))).join('. ');
  const label = severity === 'notice' ? `notice ${code}` : `**${severity} ${code}**`;
  return `- ${label}${place === '' ? '' : ` (${escaped(place)})`}: ${said}.${fixOf(fix)}`;
};

/** Code that a fix holds has a block of its own. @param {string} fix */
const fixOf = (fix) => {
  const [, text = fix, code = ''] = /^(.*?)\n\n([\s\S]*)$/.exec(fix) ?? [];
  if (text === '') return '';
  const block = code === '' ? '.' : `\n\n${fenced(code).replace(/^(?=.)/gm, '  ')}`;
  return ` *Fix:* ${escaped(asSentence(text))}${block}`;
};

/** @param {readonly { problem: Problem }[]} groups */
const countsOf = (groups) =>
  ORDER.flatMap((severity) => {
    const codes = groups.filter(({ problem }) => problem.severity === severity).map(({ problem }) => problem.code);
    if (codes.length === 0) return [];
    return `${codes.length} ${severity}${codes.length === 1 ? '' : 's'} (${[...new Set(codes)].sort().join(', ')})`;
  }).join(', ');

/** The charts whose version changes, where no helm says what that does. @param {any} data @param {boolean} hasHelm */
const unseenCharts = (data, hasHelm) => {
  if (hasHelm) return [];
  const charts = new Set(
    (data?.clusters ?? []).flatMap((/** @type {any} */ { objects }) =>
      objects.flatMap((/** @type {any} */ { kind, name, fields }) =>
        fields.some(
          (/** @type {any} */ { path, from }) =>
            from !== undefined &&
            ((kind === 'HelmRelease' && /^spec\.chart\.spec\.(?:version|chart)$/.test(path)) ||
              (kind === 'OCIRepository' && /^spec\.ref\b/.test(path))),
        )
          ? [name]
          : [],
      ),
    ),
  );
  return [...charts].sort();
};

/** A name, a path or a command at the beginning stays as it is. @param {string} text */
const asSentence = (text) =>
  /^[a-z]+[ ,:]/.test(text) && !COMMAND.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
const COMMAND = /^(?:npx|npm|fluxspan|synth|git|kubectl|flux|helm|terraform|tofu|sops|aws|az|gcloud) /;

/** Longer than any run of backticks inside. @param {string} text */
const fenced = (text) => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
};
const shortened = (/** @type {string} */ text) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… the job's log has the rest` : text;
const escaped = (/** @type {string} */ text) =>
  text
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/@/g, '@\u200b')
    .replace(/\s+/g, ' ')
    .replace(/[.]$/, '');

/**
 * Gives the file and line of a problem, from the repository's top: in the code, in the tree, or, where an object is gone,
 * the file that names the app.
 *
 * @param {string} folder the project's
 * @param {string} root the tree's, from there
 * @param {string} prefix of the project in the repository, with a `/` at its end
 * @returns {(problem: Problem) => Line}
 */
export const openPlaces = (folder, root, prefix) => {
  const files = existsSync(join(folder, root))
    ? readdirSync(join(folder, root), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        )
        .sort()
    : [];
  /** @param {string} place */
  const parse = (place) => {
    const [, path = place, line = '1'] = /^(.*?):(\d+)(?::\d+)?$/.exec(place) ?? [];
    return { path: `${prefix}${path}`, line: Number(line) };
  };
  return ({ at }) => {
    if (at.source !== undefined) return parse(at.source);
    if (at.file !== undefined) return parse(at.file);
    const inTree = at.object === undefined ? undefined : findObject(folder, files, at);
    return inTree === undefined ? parse('cdk8s.yaml') : { ...inTree, path: `${prefix}${inTree.path}` };
  };
};

/** @param {string} folder @param {readonly string[]} files @param {Place} at @returns {Line | undefined} */
const findObject = (folder, files, { cluster, object = '', path = '' }) => {
  const [, kind, name] = /^([^/\s]+)\/(\S+)/.exec(object) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const last = /([\w-]+)(?:\[[^\]]*\])?$/.exec(path)?.[1];
  for (const file of files) {
    if (cluster !== undefined && !file.split('/').includes(cluster)) continue;
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    let start = 0;
    for (let index = 0; index <= lines.length; index++) {
      if (index < lines.length && lines[index] !== '---') continue;
      const part = lines.slice(start, index);
      if (part.includes(`kind: ${kind}`) && part.includes(`  name: ${name}`)) {
        const field =
          last === undefined
            ? -1
            : part.findIndex((line) => line.trimStart().replace(/^- /, '').startsWith(`${last}:`));
        return { path: file, line: start + (field < 0 ? part.indexOf(`kind: ${kind}`) : field) + 1 };
      }
      start = index + 1;
    }
  }
  return undefined;
};
