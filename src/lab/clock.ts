/** The laboratory's time, given from outside: ms since the laboratory began. */
export interface LabClock {
  now(): number;
  /**
   * Calls `run` once, when the clock has reached `at`; a moment that has passed counts as now. Ties go in order of setting.
   * @returns takes the appointment back; harmless afterwards
   */
  schedule(at: number, run: () => void): () => void;
}
