import { camel, kebab } from './names.js';
import { type Recipe, RecipeError, TO_BE_WRITTEN } from './recipe.js';

const MAIN = 'src/cli/command-list.ts';
/** The last line of the list of commands. */
const END = '\n};\n';

export const command: Recipe = {
  usage: 'command NAME',
  what: 'a command of the CLI: src/cli/commands/NAME.ts; contract-check is `fluxspan contract check`',
  plan: (text, { tryRead }) => {
    const file = kebab(text);
    const own = camel(file);
    const words = file.split('-');
    if (words.length > 2)
      throw new RecipeError(
        `"${file}" has more than two words`,
        'a command is one word, or a group and a word: contract-check',
      );
    const name = words.join(' ');
    const key = words.length > 1 ? `'${name}'` : name;
    if (tryRead(MAIN)?.includes(`\n  ${key}: {\n`) === true)
      throw new RecipeError(`there is a command "${name}"`, 'choose another name');
    return {
      files: {
        [`src/cli/commands/${file}.ts`]: `import { type Args, type Command, type ExitCode, exit, type Io } from '../command.js';

const usage = \`usage: fluxspan ${name} [--json]

${TO_BE_WRITTEN}: what it does, in one sentence.

  --json     print the result as JSON

Examples:
  fluxspan ${name}\`;

export const ${own}: Command = {
  usage,
  options: { json: { type: 'boolean' } },
  async run({ values }: Args, io: Io): Promise<ExitCode> {
    const result = { ok: true, diagnostics: [] };
    io.stdout.write(values['json'] === true ? \`\${JSON.stringify(result)}\\n\` : '${TO_BE_WRITTEN}\\n');
    return exit.clean;
  },
};
`,
        [`test/cli/commands/${file}.test.ts`]: `import { expect, it } from 'vitest';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runMain } from '../../support/run.js';

const project = projectOfEachTest();

it('${TO_BE_WRITTEN}: what it prints', async () => {
  expect(await runMain(project.folder, ${words.map((word) => `'${word}'`).join(', ')})).toEqual({ code: 0, stdout: 'what it prints\\n', stderr: '' });
});

it('prints JSON', async () => {
  const { code, stdout } = await runMain(project.folder, ${words.map((word) => `'${word}'`).join(', ')}, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, diagnostics: [], '${TO_BE_WRITTEN}': 'its result' }]);
});
`,
      },
      lists: {
        [MAIN]: (main) =>
          insertBefore(
            main,
            END,
            `\n  ${key}: {
    summary: '${TO_BE_WRITTEN}: what it does',
    load: async () => (await import('./commands/${file}.js')).${own},
  },`,
          ),
      },
      next: [
        `fill in src/cli/commands/${file}.ts; report problems by reportDiagnostics`,
        `fill in test/cli/commands/${file}.test.ts, then run npm run build, and npx vitest run test/cli/main.test.ts test/cli/commands/${file}.test.ts`,
        `fill in its summary in ${MAIN}; add \`loadsApp: true\` if it opens the app`,
        'run npm run docs, which writes its row in docs/commands.md',
        'add a line to CHANGELOG.md',
      ],
    };
  },
};

const insertBefore = (text: string, mark: string, more: string): string => {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the place of a new command isn't there: ${JSON.stringify(mark)}`);
  return text.slice(0, at) + more + text.slice(at);
};
