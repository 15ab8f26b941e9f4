// Writes the addresses of the repository that a workflow runs in to package.json: no other file of the project names them.
// npm's page of the package and the site link to them. Usage, in a workflow: node scripts/name-repository.js
import { readFileSync, writeFileSync } from 'node:fs';

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY) {
  console.error('GITHUB_SERVER_URL and GITHUB_REPOSITORY are missing: this runs in a workflow of GitHub');
  process.exit(2);
}
const address = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
manifest.repository = { type: 'git', url: `git+${address}.git` };
manifest.homepage = `${address}#readme`;
manifest.bugs = { url: `${address}/issues` };
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
