/** The exit codes of every command (architecture.md §10). */
export const EXIT_FINE = 0;
export const EXIT_USAGE = 2;
export const EXIT_UNREADABLE_INPUT = 3;
export const EXIT_ENVIRONMENT = 4;
