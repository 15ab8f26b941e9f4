// Applies updates to a text with Renovate's own code: standard input has { modules, text, upgrades }; prints the text.
const { join } = require('node:path');

const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', async () => {
  const { modules, text, upgrades } = JSON.parse(Buffer.concat(chunks).toString());
  const of = (path) => require(join(modules, 'renovate/dist', path));
  const { GlobalConfig } = of('config/global.js');
  GlobalConfig.set({ localDir: process.cwd() });
  const { doAutoReplace } = of('workers/repository/update/branch/auto-replace.js');
  let result = text;
  for (const upgrade of upgrades) result = await doAutoReplace(upgrade, result, false);
  process.stdout.write(`\n${JSON.stringify({ result })}\n`);
});
