// Where all npm scripts begin. Imports nothing until it knows that this Node can read the rest.

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 6)) {
  console.error(`This is Node ${process.versions.node}; 20.6 or newer is needed.`);
  process.exit(1);
}
const { runCommand } = await import('./commands.mjs');
await runCommand(...process.argv.slice(2));
