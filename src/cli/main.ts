#!/usr/bin/env node
/** The command line's composition root: reads the words, runs the command, sets the exit code. Refuses to know more. */
import { runCall } from "./callCommand.ts";
import { runCore } from "./core/coreCommand.ts";
import { EXIT_FINE, EXIT_USAGE } from "./exitCodes.ts";
import { HELP, versionText } from "./help.ts";
import { type Command, readCommand } from "./options.ts";
import { runPanel } from "./panelCommand.ts";

const out = (line: string): void => void process.stdout.write(`${line}\n`);
const error = (line: string): void => void process.stderr.write(`${line}\n`);

/** The first signal stops in good order; the handlers go with it, so that a second one ends the process at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  });

async function run(command: Command): Promise<number> {
  switch (command.name) {
    case "help":
      out(HELP);
      return EXIT_FINE;
    case "version":
      out(versionText());
      return EXIT_FINE;
    case "panel":
      return runPanel(command.options, { out, error, stopped: stopSignal() });
    case "core":
      return runCore(command.options, { out, error, stopped: stopSignal() });
    case "call":
      return runCall(command.options, out);
  }
}

// Whoever reads the output may leave: that is no reason to fall.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

const command = readCommand(process.argv.slice(2));
if (command.ok) process.exitCode = await run(command.value);
else {
  error(command.problem);
  process.exitCode = EXIT_USAGE;
}
// What was written to a pipe may still be on its way.
await new Promise<void>((resolve) => void process.stdout.write("", () => resolve()));
process.exit();
