import { createRoot } from "react-dom/client";
import "../styles/index.css";

createRoot(document.getElementById("page")!).render(<main>dualcam</main>);
