/**
 * Asks for the newest of something: one question at a time, and of those that come meanwhile only the last. So a burst of
 * summaries or of scrolling never queues up questions to the engine.
 */
export interface Latest<Question> {
  ask(question: Question): void;
}

/**
 * @param answer asks the engine
 * @param take gets each answer, unless a newer question waits already
 */
export function askLatest<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  take: (value: Answer, question: Question) => void,
): Latest<Question> {
  let waiting: { question: Question } | null = null;
  let busy = false;
  const run = async () => {
    while (waiting) {
      const { question } = waiting;
      waiting = null;
      const value = await answer(question);
      take(value, question);
    }
    // Here and not in `finally` alone: that runs a microtask later, and a question asked in between would be lost.
    busy = false;
  };
  return {
    ask(question) {
      waiting = { question };
      if (busy) return;
      busy = true;
      run().finally(() => {
        busy = false;
      });
    },
  };
}
