import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/root.js';

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly id?: string;
    readonly if?: string;
    readonly name?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

const { jobs } = parse(readFileSync(join(root, '.github/workflows/site.yml'), 'utf8')) as {
  readonly jobs: { readonly build: Job; readonly publish: Job };
};
const { build, publish } = jobs;
const at = (has: (step: Job['steps'][number]) => boolean): number => build.steps.findIndex(has);

it('the site is built with the addresses of its repository, for the path at which GitHub serves it', () => {
  const named = at(({ run }) => run === 'node scripts/name-repository.js');
  const built = at(({ run }) => run === 'npm run site -- --open');
  expect(named).toBeGreaterThan(-1);
  expect(built).toBeGreaterThan(named);
  expect(at(({ id }) => id === 'pages')).toBeLessThan(built);
  expect(build.steps[built]!.env).toMatchObject({ FLUXSPAN_SITE_BASE: `\${{ steps.pages.outputs.base_path }}/` });
});

it('only a push to main publishes, after all checks', () => {
  expect(publish).toMatchObject({ if: "github.event_name == 'push'", needs: 'build' });
  const built = at(({ run }) => run === 'npm run site -- --open');
  const uploaded = at(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@') === true);
  expect(uploaded).toBeGreaterThan(built);
  expect(build.steps[uploaded]).toMatchObject({ if: publish.if, with: { path: 'site/dist' } });
});

it('the job that runs code of a pull request can write nothing', () => {
  expect(Object.values(build.permissions ?? {})).toEqual(['read', 'read']);
});
