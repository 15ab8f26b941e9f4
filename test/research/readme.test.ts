import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scripts = readdirSync(`${root}research`).filter((file) => file.endsWith('.js'));

describe.each(scripts)('%s', (script) => {
  // research/README.md leaves that to the script.
  it('says at its top how to call it, and what it does', () => {
    const [comment = ''] = readFileSync(`${root}research/${script}`, 'utf8').split(/^(?!\/\/)/m);
    expect(comment).toMatch(new RegExp(`^// node research/${script} `));
    expect(comment.split(/\s+/).length).toBeGreaterThan(20);
  });

  it('prints its usage where it gets no arguments', () => {
    const { status, stderr } = spawnSync(process.execPath, [`research/${script}`], { cwd: root, encoding: 'utf8' });
    expect(stderr).toMatch(new RegExp(`^usage: node research/${script} `));
    expect(status).toBe(2);
  });
});
