import { nearest, type RetiredCode, retiredCodes } from '../../diagnostics/index.js';
import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';

const usage = `usage: fluxspan explain CODE

Explains a diagnostic, by its code (FX605) or its name (crd-provider).

  --json  print the result as JSON

Examples:
  fluxspan explain FX605`;

/** @param retired the codes that are gone */
export const createExplain = (retired: readonly RetiredCode[]): Command => ({
  usage,
  options: { json: { type: 'boolean' } },
  positionals: { min: 1, max: 1 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const [asked = ''] = args.positionals;
    const { catalogue } = await import('../catalogue.js');
    const names = catalogue.flatMap(({ code, name }) => [code, name]);
    const isAsked = ({ code, name }: Pick<RetiredCode, 'code' | 'name'>): boolean =>
      code === asked.toUpperCase() || name === asked;
    const found = catalogue.filter(isAsked);
    const gone = retired.filter(isAsked);
    if (found.length + gone.length === 0) {
      const near = nearest(asked, names);
      throw new UsageError(
        `there is no code "${asked}"${near === undefined ? '; a diagnostic begins with its code, such as FX203' : `; did you mean "${near}"?`}`,
      );
    }
    if (args.values['json'] === true) {
      io.stdout.write(`${JSON.stringify([...found, ...gone.map((one) => ({ ...one, retired: true }))], null, 2)}\n`);
      return exit.clean;
    }
    for (const { code, name, severity, summary, page, exceptable } of found) {
      io.stdout.write(`${code} ${name} (${severity})\n\n${summary}\n`);
      if (page !== undefined) {
        io.stdout.write(`\nfor example\n\n${indented(page.example)}\n`);
        if (page.flux !== undefined)
          io.stdout.write(`\nwithout this check, Flux or the API server reports\n\n${indented(page.flux)}\n`);
        io.stdout.write(`\ndo this instead\n\n${indented(page.right)}\n`);
      }
      if (exceptable === 'addon') {
        io.stdout.write(
          `\nexcept one addon, with a reason that the tree lists\n\n  dev.except('${code}', { addon: 'name', reason: '…' })\n`,
        );
      } else if (exceptable !== false) {
        io.stdout.write(
          `\nexcept one object, with a reason that the tree lists\n\n  dev.except('${code}', { object: 'Kind/name', reason: '…' })\n`,
        );
      }
      if (exceptable === 'kind') {
        io.stdout.write(
          `\nor all of a kind\n\n  dev.except('${code}', { kind: 'example.org/v1 Widget', reason: '…' })\n`,
        );
      }
    }
    for (const { code, name, since, why } of gone) {
      io.stdout.write(`${code} ${name} (gone since ${since})\n\n${why}\n`);
    }
    return exit.clean;
  },
});

export const explain: Command = createExplain(retiredCodes);

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
