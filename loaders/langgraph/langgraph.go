package langgraph
