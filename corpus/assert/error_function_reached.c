// A state machine enters the state that its error function guards.
// verdict: unsafe
extern void __VERIFIER_error(void);

enum state { IDLE, RUNNING, STOPPED };

int main(void) {
    enum state state = IDLE;
    for (int event = 0; event < 3; event++)
        switch (state) {
        case IDLE:
            state = RUNNING;
            break;
        case RUNNING:
            state = STOPPED;
            break;
        case STOPPED:
            __VERIFIER_error(); // BUG: reach-error
        }
    return 0;
}
